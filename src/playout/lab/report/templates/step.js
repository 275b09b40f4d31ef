{% set point = ".replace('.', ',')" if lang == "fr" else "" %}
// Step through the games: buttons, the slider, arrow keys, Home and End.
for (const box of document.querySelectorAll(".sample")) {
  const game = JSON.parse(box.querySelector("script").textContent);
  const find = (name) => box.querySelector(`[data-at="${name}"]`);
  const [board, slider, said, list] = ["board", "slider", "said", "moves"].map(find);
  const last = game.frames.length - 1;
  const picture = board.querySelector("svg");
  const draw = (numbers) => numbers.map((i) => game.parts[i]).join("");
  const ground = draw(game.ground);
  let at = last;
  let timer = null;

  const what = (ply) => {
    if (ply === 0) return {{ _("The start.")|tojson }};
    const side = (ply - 1) % 2;
    const who = `${ply}. ${game.colours[side]} ${game.moves[ply - 1]}`;
    const turn = game.turns[ply - 1 - game.opening];
    if (!turn) return `${who} — {{ _("of the opening, at random") }}`;
    const [seconds, simulations, value] = turn;
    const notes = [`${game.names[side]}`];
    if (simulations) {
      notes.push(`${simulations.toLocaleString("{{ lang }}")} simulation${simulations === 1 ? "" : "s"}`);
    }
    notes.push(seconds < 1 ? `${(1000 * seconds).toPrecision(3){{ point }}} ms` : `${seconds.toFixed(2){{ point }}} s`);
    if (value !== null) notes.push(`{{ _("sees %s for itself")|format("${Math.round(100 * value)}" ~ _(" %")) }}`);
    return `${who} — ${notes.join(", ")}`;
  };

  const show = (ply) => {
    at = Math.min(Math.max(ply, 0), last);
    picture.innerHTML = ground + draw(game.frames[at]);
    picture.setAttribute("aria-label", what(at));
    slider.value = at;
    said.textContent = what(at);
    for (const [i, move] of [...list.children].entries()) {
      move.toggleAttribute("aria-current", i + 1 === at);
    }
    for (const [name, end] of [["first", 0], ["back", 0], ["on", last], ["last", last]]) {
      find(name).disabled = at === end;
    }
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
    find("play").textContent = {{ _("Play")|tojson }};
  };
  const play = () => {
    if (timer) return stop();
    if (at === last) show(0);
    find("play").textContent = {{ _("Stop")|tojson }};
    timer = setInterval(() => (at < last ? show(at + 1) : stop()), 700);
  };
  const go = (ply) => { stop(); show(ply()); };
  const ways = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => last };
  for (const [name, ply] of Object.entries(ways)) find(name).onclick = () => go(ply);
  find("play").onclick = play;
  slider.max = last;
  slider.oninput = () => go(() => Number(slider.value));
  game.moves.forEach((move, i) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = move;
    button.title = what(i + 1);
    button.onclick = () => go(() => i + 1);
    list.append(button);
  });
  const keys = { ArrowLeft: ways.back, ArrowRight: ways.on, Home: ways.first, End: ways.last };
  box.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    go(keys[event.key]);
  });
  box.classList.add("live");
  show(last);
}
