import { CODE_PARTS, NAME_PARTS } from '../../../../documents/html/templates.js';

/** Templates of the lint page; html.ts builds their data. */
export const LINT_TEMPLATES = {
  code: CODE_PARTS,
  name: NAME_PARTS,

  main: `
<% if (it.targets.length > 1) { %>
<%~ include('@overview', it) %>
<%~ include('@filter', it) %>
<% } %>
<% for (const target of it.targets) { %>
<section class="card target"<% if (it.targets.length > 1) { %> data-group="<%= target.name %>"<% } %> id="<%= target.anchor %>" aria-labelledby="<%= target.anchor %>-name">
<%~ include('@head', target) %>
<% if (it.targets.length > 1) { %><%~ include('@findings', target) %><% } %>
<%~ include('@tokens', target) %>
</section>
<% } %>
<% if (it.targets.length === 1) { %>
<%~ include('@filter', it) %>
<% for (const target of it.targets) { %><% if (target.groups.length > 0) { %>
<section class="card" aria-label="Findings"><%~ include('@findings', target) %></section>
<% } %><% } %>
<% } %>
<p class="card soft" data-nothing hidden>No finding matches. Press Escape in the search field to clear it.</p>
<%~ include('@rules', it) %>`,

  overview: `
<section class="card" aria-labelledby="overview">
<h2 id="overview"><%= it.summary %></h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="overview"><table class="overview">
<thead><tr><th scope="col">Grade</th><th scope="col">Target</th><th scope="col" class="number">Score</th><th scope="col" class="number">Errors</th><th scope="col" class="number">Warnings</th><th scope="col" class="number">Infos</th><th scope="col" class="number">Tools</th><th scope="col" class="number">Tokens</th></tr></thead>
<tbody>
<% for (const target of it.targets) { %>
<tr><td><span class="grade grade-<%= target.mark %>"><%= target.letter %></span></td>
<th scope="row"><a class="code" href="#<%= target.anchor %>"><%~ include('@name', { parts: target.nameParts }) %></a><% if (target.state !== '') { %> <span class="tag <%= target.stateClass %>"><%= target.state %></span><% } %></th>
<% for (const cell of target.cells) { %><td class="number"><%= cell %></td><% } %></tr>
<% } %>
</tbody></table></div>
</section>`,

  head: `
<div class="head">
<span class="grade grade-large grade-<%= it.mark %>" role="img" aria-label="<%= it.gradeName %>"><%= it.letter %></span>
<div class="about">
<h2 class="code" id="<%= it.anchor %>-name"><%~ include('@name', { parts: it.nameParts }) %></h2>
<p class="soft text"><%= it.server %></p>
<% if (it.judged) { %>
<p class="score"><strong><%= it.score %></strong> <span class="soft">of <%= it.full %></span><% if (it.next !== '') { %> <span class="soft small">· <%= it.next %></span><% } %></p>
<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="ground" width="100" height="4"/><rect class="grade-<%= it.mark %>" width="<%= it.percent %>" height="4"/><% for (const tick of it.ticks) { %><rect class="tick" x="<%= tick %>" width="0.3" height="4"/><% } %></svg>
<p class="small soft sum"><%= it.sum %></p>
<% } %>
</div>
<% if (it.judged) { %>
<dl class="facts">
<% for (const fact of it.facts) { %><div><dt><%= fact.name %></dt><dd><%= fact.value %></dd></div><% } %>
</dl>
<% } %>
</div>
<% for (const notice of it.notices) { %>
<div class="notice <%= notice.kind %>"><p class="text"><strong><%= notice.title %></strong> <%= notice.text %></p></div>
<% } %>
<% if (it.lifts.length > 0) { %>
<div class="lifts"><h3>What would lift the score most</h3>
<ol><% for (const lift of it.lifts) { %><li><%= lift %></li><% } %></ol></div>
<% } %>
<% if (it.ignored.length > 0) { %>
<details><summary>Ignored <span class="soft small"><%= it.ignored.length %></span></summary>
<ul class="ignored">
<% for (const issue of it.ignored) { %>
<li><p class="text"><strong><%= issue.owner %></strong> <%= issue.message %></p>
<p class="small soft text"><%= issue.rule %> · until <%= issue.expires %>: <%= issue.reason %></p></li>
<% } %>
</ul></details>
<% } %>
<% if (it.parts.length > 0) { %>
<details><summary>Points by group</summary>
<div class="scroll" tabindex="0" role="group" aria-label="Points by group"><table class="tokens groups">
<thead><tr><th scope="col">Group</th><th scope="col" class="number">Members</th><th scope="col" class="number">Lost</th><th scope="col" class="number">Of</th><td></td></tr></thead>
<tbody>
<% for (const part of it.parts) { %>
<tr><th scope="row"><%= part.group %></th><td class="number"><%= part.population %></td><td class="number"><%= part.points %></td><td class="number"><%= part.budget %></td><td><svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="ground" width="100" height="4"/><rect class="part" width="<%= part.percent %>" height="4"/></svg></td></tr>
<% } %>
</tbody></table></div></details>
<% } %>`,

  findings: `
<% for (const group of it.groups) { %>
<div class="group" data-group="<%= group.name %>">
<h3><code><%~ include('@name', { parts: group.nameParts }) %></code> <span class="soft small"><%= group.about %></span></h3>
<ul>
<% for (const finding of group.findings) { %>
<li data-item data-severity="<%= finding.severity %>" data-rule="<%= finding.rule %>">
<span class="tag <%= finding.severity %>"><%= finding.severity %></span>
<div><p class="text"><%= finding.message %></p>
<p class="small soft"><a href="#rule-<%= finding.rule %>"><%= finding.rule %></a><% if (finding.place !== '') { %> <span class="code"><%~ include('@name', { parts: finding.placeParts }) %></span><% } %><% if (finding.state !== '') { %> <span class="tag <%= finding.stateClass %>"><%= finding.state %></span><% } %></p></div>
<span class="points soft small"><%= finding.points %></span>
</li>
<% } %>
</ul>
</div>
<% } %>`,

  tokens: `
<% if (it.tokens.length > 0) { %>
<details><summary>Tokens per tool <span class="soft small"><%= it.tokensAbout %></span></summary>
<div class="scroll" tabindex="0" role="group" aria-label="Tokens per tool"><table class="tokens">
<thead><tr><th scope="col">Tool</th><th scope="col" class="number">Tokens</th><td></td></tr></thead>
<tbody>
<% for (const tool of it.tokens) { %>
<tr><th scope="row" class="code"><%= tool.name %></th><td class="number"><%= tool.tokens %></td><td><svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="part" width="<%= tool.percent %>" height="4"/></svg></td></tr>
<% } %>
</tbody></table></div></details>
<% } %>`,

  filter: `
<% if (it.count > 0) { %>
<form class="filter" data-filter hidden role="search" aria-label="Findings">
<fieldset><legend>Severity</legend>
<% for (const severity of it.severities) { %>
<label class="choice <%= severity.name %>"><input type="checkbox" name="severity" value="<%= severity.name %>" checked> <%= severity.label %></label>
<% } %>
</fieldset>
<select name="rule" aria-label="Rule"><option value="">All rules</option><% for (const rule of it.rules) { %><option value="<%= rule.id %>"><%= rule.id %> (<%= rule.count %>)</option><% } %></select>
<input type="search" aria-label="Search in findings" aria-keyshortcuts="/" placeholder="Search   ( / )" autocomplete="off" spellcheck="false">
<output aria-live="polite"></output>
</form>
<% } %>`,

  rules: `
<% if (it.rules.length > 0) { %>
<section class="card rules" aria-labelledby="rules">
<h2 id="rules">Rules</h2>
<% for (const rule of it.rules) { %>
<article id="rule-<%= rule.id %>" aria-labelledby="rule-<%= rule.id %>-name">
<h3 id="rule-<%= rule.id %>-name"><%= rule.title %></h3>
<p class="small soft"><code><%= rule.id %></code> <span class="tag <%= rule.severity %>"><%= rule.severity %></span></p>
<p><%~ include('@code', { parts: rule.why }) %></p>
<p class="fix"><strong>To do</strong> <%~ include('@code', { parts: rule.fix }) %></p>
</article>
<% } %>
</section>
<% } %>`,
};

export const LINT_STYLES = `
.target { display: grid; gap: 1rem; }
.target > * { min-width: 0; }
.head { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; align-items: flex-start; }
.about { flex: 1 1 20rem; min-width: 0; }
.about h2 { font-size: 1.1rem; }
.score strong { font-size: 1.6rem; letter-spacing: -0.02em; }
.score { margin-top: 0.35rem; }
.bar { display: block; width: 100%; height: 0.5rem; margin: 0.3rem 0; border-radius: 99px; }
.bar .ground { fill: var(--sunken); }
.bar .tick { fill: var(--card); }
.bar .part { fill: var(--accent); }
.facts { display: grid; grid-template-columns: repeat(2, minmax(5.5rem, auto)); gap: 0.5rem 1.5rem; }
.facts div { display: flex; flex-direction: column-reverse; }
.facts dt { font-size: 0.8125rem; color: var(--soft); }
.facts dd { font-size: 1.15rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.group { padding-top: 0.9rem; border-top: 1px solid var(--line); }
@media screen { .group { content-visibility: auto; contain-intrinsic-size: auto 20rem; } }
.group:first-child { padding-top: 0; border-top: 0; }
.group + .group { margin-top: 0.9rem; }
.group h3 { margin-bottom: 0.35rem; font-weight: 400; }
.group h3 code { font-weight: 700; }
.target > .group { margin-top: 0; padding-top: 1rem; }
.group li { display: grid; grid-template-columns: 5rem minmax(0, 1fr) auto; gap: 0 0.75rem; padding: 0.35rem 0; align-items: start; }
.group li > .tag { justify-self: start; margin-top: 0.1rem; }
.group li .code { display: inline-block; }
.lifts h3 { font-size: 0.9375rem; }
.lifts ol { padding-left: 1.3rem; list-style: decimal; font-variant-numeric: tabular-nums; }
.ignored li { padding: 0.35rem 0; }
.ignored strong { margin-right: 0.35rem; }
.points { font-variant-numeric: tabular-nums; white-space: nowrap; }
.tokens td:last-child { width: 40%; }
.tokens th[scope="row"] { min-width: 8rem; }
.groups th[scope="row"] { min-width: 0; }
.overview th[scope="row"] { min-width: 14rem; }
.rules { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1.1rem 2rem; }
.rules h2 { grid-column: 1 / -1; }
.rules article { padding-top: 1.1rem; border-top: 1px solid var(--line); }
.rules article:target h3 { text-decoration: underline; }
.rules p { margin-top: 0.3rem; font-size: 0.9375rem; }
.fix strong { color: var(--good); }
@media (max-width: 40rem) {
  .head { gap: 0.75rem 1rem; }
  .about { flex-basis: 12rem; }
  .about h2 { font-size: 1rem; }
  .groups td:last-child { display: none; }
  .facts { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.5rem 1rem; width: 100%; }
  .group li { grid-template-columns: minmax(0, 1fr) auto; }
  .group li > div { grid-column: 1 / -1; grid-row: 2; }
  .tokens td:last-child { width: 25%; }
}
`;
