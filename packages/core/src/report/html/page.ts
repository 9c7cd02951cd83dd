import { sha256 } from '../../engine/hash.js';
import { FILTER_SCRIPT } from './filter-script.js';
import { PAGE_STYLES } from './styles.js';
import { createTemplates } from './templates.js';

export interface PageContent {
  /** Of the window. */
  readonly title: string;
  readonly heading: string;
  /** Beside the heading. */
  readonly about: string;
  /** At the end of the page. */
  readonly foot: string;
  /** Markup, its texts escaped already. */
  readonly main: string;
  /** Added to what every page has. */
  readonly styles: string;
  /** The same; it runs first. */
  readonly script?: string;
}

/**
 * A page that stands alone: it loads nothing, and its browser refuses whatever is not its own style and script, which
 * are named by their hashes – no attribute of an element can hold either.
 */
export function renderPage(content: PageContent): string {
  const script = `${content.script ?? ''}${FILTER_SCRIPT}`;
  const styles = `${PAGE_STYLES}\n${content.styles}`;
  const policy = [
    "default-src 'none'",
    `style-src '${hashSource(styles)}'`,
    `script-src '${hashSource(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return createTemplates({ page: PAGE })('page', { ...content, styles, script, policy });
}

function hashSource(text: string): string {
  return `sha256-${Buffer.from(sha256(text), 'hex').toString('base64')}`;
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="<%~ it.policy %>">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title><%= it.title %></title>
<style><%~ it.styles %></style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><div class="wrap"><h1><%= it.heading %></h1><p class="small"><%= it.about %></p></div></header>
<main class="wrap" id="content" tabindex="-1">
<%~ it.main %>
</main>
<footer class="foot"><div class="wrap"><%= it.foot %></div></footer>
<script><%~ it.script %></script>
</body>
</html>
`;
