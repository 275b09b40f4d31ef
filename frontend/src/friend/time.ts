/** Seconds as a clock shows them: 1:04:09, 9:59, and tenths where they count. */
export function timeText(seconds: number): string {
  if (seconds < 10) return (Math.floor(10 * seconds) / 10).toFixed(1);
  const whole = Math.ceil(seconds);
  const two = (n: number): string => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
