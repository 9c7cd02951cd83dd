import { escapeMarkup, visibleText } from './visible-text.js';

/** Marks given by gradings and lints; `none` for anything that could not be judged. */
export type GradeMark = 'A' | 'B' | 'C' | 'D' | 'F' | 'none';

/**
 * Background of each mark. White text on it has a contrast ratio of at least 4.5 : 1, as WCAG AA requires.
 * Worse grades are redder; the letter is always shown as well, so that nothing depends on colour alone.
 */
export const GRADE_COLOURS: Record<GradeMark, string> = {
  A: '#15803d',
  B: '#0f766e',
  C: '#8a6100',
  D: '#b4480b',
  F: '#b91c1c',
  none: '#57606a',
};

export interface BadgeContent {
  /** The thing that is judged. */
  readonly label: string;
  /** Its grade or state. */
  readonly message: string;
  readonly mark: GradeMark;
  /** The whole badge in one sentence, for tooltips and screen readers. */
  readonly title: string;
}

const HEIGHT = 20;
const CORNER = 3;
const PADDING = 6;
/**
 * Character widths in px at a font size of 11 px. The text is stretched or squeezed to exactly their sum,
 * whatever the font.
 */
const WIDTHS = { narrow: 4, usual: 6.8, capital: 8, wide: 12 };
const NARROW = /[\s.,:;'!|()[\]ijlt/-]/;
const CAPITAL = /[A-Zmw@%&]/;

/**
 * Draws a badge as SVG. Its width is the sum of its character widths (narrow 4 px; capitals and m, w, @, %, &
 * 8 px; beyond Latin 12 px; all others 6.8 px), plus 6 px on each side of each text. It has no ids, so that one
 * page may hold several badges.
 */
export function drawBadge({ label, message, mark, title }: BadgeContent): string {
  const [left, right] = [visibleText(label), visibleText(message)];
  const split = sideWidth(left);
  const width = split + sideWidth(right);
  const name = escapeMarkup(visibleText(title));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${name}">
  <title>${name}</title>
  <rect width="${width}" height="${HEIGHT}" rx="${CORNER}" fill="${GRADE_COLOURS[mark]}"/>
  <path d="M${split} 0v${HEIGHT}H${CORNER}a${CORNER} ${CORNER} 0 0 1-${CORNER}-${CORNER}V${CORNER}a${CORNER} ${CORNER} 0 0 1 ${CORNER}-${CORNER}z" fill="#3d444d"/>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">
    ${drawText(left, PADDING)}
    ${drawText(right, split + PADDING)}
  </g>
</svg>
`;
}

function drawText(text: string, x: number): string {
  const width = textWidth(text);
  return `<text x="${x}" y="14" textLength="${width}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(text)}</text>`;
}

function sideWidth(text: string): number {
  return textWidth(text) + 2 * PADDING;
}

function textWidth(text: string): number {
  const widths = Array.from(text, (char) => {
    if ((char.codePointAt(0) ?? 0) > 0x24f) return WIDTHS.wide;
    if (NARROW.test(char)) return WIDTHS.narrow;
    return CAPITAL.test(char) ? WIDTHS.capital : WIDTHS.usual;
  });
  return Math.ceil(widths.reduce((sum, width) => sum + width, 0));
}
