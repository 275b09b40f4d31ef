// The board on the page as a picture of its own, to keep.

const PAPER = "#ffffff";
const INK = "#6b6558";

/** The SVG text of a board: without what only serves the page. */
export function picture(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [, , width = "0", height = "0"] = (svg.getAttribute("viewBox") ?? "").split(" ");
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["class", "tabindex", "role", "data-cell", "aria-label", "aria-hidden", "style"]) {
      if (name === "class" && element.getAttribute("class")?.includes("labels")) {
        element.setAttribute("fill", INK);
      }
      element.removeAttribute(name);
    }
  }
  for (const comment of comments(copy)) comment.remove();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.setAttribute("role", "img");
  copy.setAttribute("aria-label", svg.getAttribute("aria-label") ?? "");
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  paper.setAttribute("width", width);
  paper.setAttribute("height", height);
  paper.setAttribute("fill", PAPER);
  copy.prepend(paper);
  return new XMLSerializer().serializeToString(copy);
}

function comments(root: Node): ChildNode[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const found: ChildNode[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Comment);
  return found;
}
