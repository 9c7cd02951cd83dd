/** Things that praise is spent on. */
const OFFER =
  '(?:access|analysis|analytics|api|capabilit(?:y|ies)|choice|collection|coverage|database|endpoint|engine|features?|filters?|filtering|interface|library|marketplace|exchange|platform|provider|quer(?:y|ies)|resource|search|service|solution|source|suite|tools?|way)';
/**
 * What may stand between the praise and the thing. The group around it is there to be captured: node writes out a
 * short repetition without one, the list of things three times, and takes four times as long before its first match.
 */
const WORDS_BETWEEN = '([\\w-]+ ){0,2}?';
/**
 * Words that only praise. Those with a plain meaning as well (a powerful earthquake, the Premier League, an
 * outstanding amount, a best bid) count only with something they would praise close behind them.
 */
export const PRAISE = [
  /\b(?:blazing(?:ly)?|cutting[- ]edge|effortless(?:ly)?|game[- ]chang(?:er|ing)|hassle[- ]free|industry[- ]leading|lightning[- ]fast|seamless(?:ly)?|state[- ]of[- ]the[- ]art|top[- ]notch|ultra[- ]fast|unbeatable|unparalleled|unrivall?ed|user[- ]friendly|world[- ]class|comprehensive(?:ly)?)\b/i,
  new RegExp(
    `\\b(?:amazing|awesome|excellent|exceptional|fantastic|great|groundbreaking|incredible|innovative|intuitive|leading|next[- ]generation|outstanding|perfect|powerful|premier|revolutionary|robust|superior|ultimate|unmatched|versatile)(?:,| and)? ${WORDS_BETWEEN}${OFFER}\\b`,
    'i',
  ),
  /\bmore powerful than\b/i,
  /\brich (?:\w+ )?(?:content|data|details|information|metadata|results)\b/i,
  /\bbest[- ](?:in[- ]class|of[- ]breed|available|source|solution|api|tool|service|way to)\b/i,
  new RegExp(
    `\\bthe most (?:complete|trusted|reliable|powerful|advanced|accurate) ${WORDS_BETWEEN}${OFFER}\\b`,
    'i',
  ),
  /\bthe (?:world's|market's) (?:leading|largest|biggest|best|most \w+)\b/i,
  /\b(?:super|extremely|incredibly|remarkably|insanely|very|really) (?:easy|fast|simple|powerful|useful|accurate|reliable)\b/i,
];
