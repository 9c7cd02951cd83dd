/** Height of a line and width of a character, in the units of the picture. */
const LINE = 18;
const CHARACTER = 7.8;
const MARGIN = 16;
const BAR = 28;
const COLOURS: Readonly<Record<string, string>> = {
  '31': '#f7768e',
  '32': '#9ece6a',
  '33': '#e0af68',
  '34': '#7aa2f7',
  '36': '#7dcfff',
  '90': '#7f88a8',
};

interface Style {
  readonly colour: string | null;
  readonly isBold: boolean;
}

/**
 * Draws a command's output as a terminal would show it.
 *
 * @param command as typed
 * @param printed with colours (SGR), already wrapped
 */
export function drawTerminal(command: string, printed: string): string {
  const lines = [`$ ${command}`, ...printed.replace(/\n+$/, '').split('\n')];
  const columns = Math.max(80, ...lines.map((line) => withoutColours(line).length));
  const width = Math.ceil(columns * CHARACTER + 2 * MARGIN);
  const height = lines.length * LINE + BAR + 2 * MARGIN;
  let style: Style = { colour: null, isBold: false };
  const texts = lines.map((line, at) => {
    const drawn = drawLine(line, style);
    style = drawn.style;
    const y = BAR + MARGIN + (at + 0.75) * LINE;
    return `<text x="${MARGIN}" y="${y}" xml:space="preserve">${drawn.text}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(command)}">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#1a1b26"/>`,
    ...['#f7768e', '#e0af68', '#9ece6a'].map(
      (colour, at) => `<circle cx="${MARGIN + 6 + at * 18}" cy="${BAR / 2 + 4}" r="5" fill="${colour}"/>`,
    ),
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" fill="#c0caf5">`,
    ...texts,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

const ESCAPE = String.fromCharCode(27);
const CODES = new RegExp(`${ESCAPE}\\[(\\d*(?:;\\d+)*)m`, 'g');

function withoutColours(line: string): string {
  return line.replace(CODES, '');
}

function drawLine(line: string, from: Style): { text: string; style: Style } {
  let style = from;
  let text = '';
  let at = 0;
  for (const match of line.matchAll(CODES)) {
    text += span(line.slice(at, match.index), style);
    at = match.index + match[0].length;
    for (const code of (match[1] ?? '').split(';')) style = next(style, code);
  }
  return { text: text + span(line.slice(at), style), style };
}

function next(style: Style, code: string): Style {
  if (code === '' || code === '0') return { colour: null, isBold: false };
  if (code === '1') return { ...style, isBold: true };
  if (code === '22') return { ...style, isBold: false };
  if (code === '39') return { ...style, colour: null };
  return code in COLOURS ? { ...style, colour: COLOURS[code] ?? null } : style;
}

function span(text: string, { colour, isBold }: Style): string {
  if (text === '') return '';
  const attributes = `${colour ? ` fill="${colour}"` : ''}${isBold ? ' font-weight="bold"' : ''}`;
  return attributes === '' ? escapeText(text) : `<tspan${attributes}>${escapeText(text)}</tspan>`;
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
