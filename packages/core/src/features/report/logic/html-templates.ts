/** Templates of the grading report page; html.ts builds their data. Compact, because a page has thousands of nodes. */
export const GRADING_TEMPLATES = {
  overview: `
<section class="card overview" aria-labelledby="overview">
<div class="sum">
<% if (it.single) { %><span class="grade grade-large grade-<%= it.mark %>" role="img" aria-label="<%= it.gradeName %>"><%= it.letter %></span><% } %>
<div><h2 id="overview"><%= it.title %></h2><p class="soft"><%= it.subtitle %></p>
<ul class="letters"><% for (const letter of it.letters) { %><li><span class="grade grade-<%= letter.mark %>" role="img" aria-label="<%= letter.name %>"><%= letter.letter %></span> <strong><%= letter.count %></strong><% if (letter.word !== '') { %> <span class="soft small"><%= letter.word %></span><% } %></li><% } %></ul>
</div></div>
<div class="charts">
<div><h3>Status</h3><%~ it.shares %>
<ul class="legend"><% for (const status of it.statuses) { %><li><span class="dot is-<%= status.name %>"></span><strong><%= status.count %></strong> <%= status.name %></li><% } %></ul>
<% if (it.findings !== '') { %><p class="soft small">Found by code: <%= it.findings %></p><% } %></div>
<div><h3>Scores</h3><%~ it.histogram %></div>
<% if (it.trend !== '') { %><div><h3>Mean score in time</h3><%~ it.trend %></div><% } %>
</div>
<% for (const notice of it.notices) { %><div class="notice <%= notice.kind %>"><p class="text"><strong><%= notice.title %></strong> <%= notice.text %></p></div><% } %>
</section>
<% if (it.worst.length > 0) { %>
<section class="card" aria-labelledby="worst">
<h2 id="worst">Worst first</h2>
<ol class="worst"><% for (const row of it.worst) { %><li><span class="grade grade-<%= row.mark %>" aria-hidden="true"><%= row.letter %></span><div><p><a class="code" href="#<%= row.anchor %>"><%= row.name %></a> <span class="soft small code"><%= row.within %></span></p><% if (row.why !== '') { %><p class="small text why"><%= row.why %></p><% } %></div><span class="number"><%= row.score %></span></li><% } %></ol>
<% if (it.moreWorst > 0) { %><p class="soft small"><%= it.moreWorst %> more fail the gate.</p><% } %>
</section>
<% } %>
<form class="filter" data-filter hidden role="search" aria-label="Nodes">
<fieldset><legend>Status</legend><% for (const status of it.statuses) { %><label class="choice <%= status.kind %>"><input type="checkbox" name="status" value="<%= status.name %>" checked> <%= status.count %> <%= status.name %></label><% } %></fieldset>
<select name="grade" aria-label="Grade"><option value="">All grades</option><% for (const letter of it.letters) { %><option value="<%= letter.value %>"><%= letter.name %> (<%= letter.count %>)</option><% } %></select>
<% if (it.findings !== '') { %><select name="findings" aria-label="Findings"><option value="">All nodes</option><option value="some">With findings</option></select><% } %>
<input type="search" aria-label="Search in nodes" aria-keyshortcuts="/" placeholder="Search   ( / )" autocomplete="off" spellcheck="false">
<output aria-live="polite"></output>
</form>
<% if (!it.single) { %><div class="tools" data-tools hidden><h2>Targets</h2><label class="small">Order <select><option value="rank">worst first</option><option value="name">by name</option></select></label> <button type="button" data-all="open">Open all</button> <button type="button" data-all="close">Close all</button></div><% } %>
<noscript><p class="card soft">Without its script this page can not be filtered and shows no details. Markdown and JSON have them.</p></noscript>
<p class="card soft" data-nothing hidden>No node fits. Escape in the search field empties it.</p>`,

  target: `<details class="card target" data-group="<%= it.name %>" id="<%= it.anchor %>"><summary><span class="grade grade-<%= it.mark %>" role="img" aria-label="<%= it.gradeName %>"><%= it.letter %></span><span class="what"><span class="code name"><%= it.name %></span><span class="soft small"><%= it.about %></span></span><span class="tag <%= it.kind %>"><%= it.status %></span><%~ it.spark %><span class="trend"><%~ it.shares %></span></summary>
<div class="body"><p class="soft small text"><%= it.rule %></p><% for (const notice of it.notices) { %><div class="notice <%= notice.kind %>"><p class="text"><strong><%= notice.title %></strong> <%= notice.text %></p></div><% } %><%~ include('@findings', it) %>
<% for (const part of it.parts) { %><div class="part" data-group="<%= part.name %>"><h3><% if (part.isCode) { %><code><%= part.name %></code><% } else { %><%= part.name %><% } %> <% if (part.status !== '') { %><span class="tag <%= part.kind %>"><%= part.status %></span> <% } %><span class="soft small"><%= part.about %></span></h3><%~ include('@findings', part) %><ul class="nodes">
<% for (const node of part.nodes) { %><li data-item data-status="<%= node.status %>" data-grade="<%= node.value %>"<% if (node.hasFindings) { %> data-findings="some"<% } %> id="<%= node.anchor %>"><% if (node.hasBody) { %><details data-more="<%= include('@body', node) %>"<% if (it.isFolded) { %> data-fold<% } %>><summary class="row"><%~ include('@row', node) %></summary></details><% } else { %><div class="row"><%~ include('@row', node) %></div><% } %></li>
<% } %></ul></div>
<% } %></div></details>
`,

  row: '<span class="grade grade-<%= it.mark %>" role="img" aria-label="<%= it.gradeName %>"><%= it.letter %></span><span class="what"><span class="<% if (it.isCode) { %>code <% } %>name"><%= it.name %></span><% if (it.tag !== \'\') { %> <span class="tag <%= it.kind %>"><%= it.tag %></span><% } %><% if (it.count !== \'\') { %> <span class="tag warning"><%= it.count %></span><% } %> <span class="why"><%= it.why %></span></span><span class="number"><%= it.score %></span><%~ it.spark %>',

  body: `<div class="more"><% if (it.veto !== '') { %><div class="notice error"><p class="text"><strong>Veto</strong> <%= it.veto %></p></div><% } %><% if (it.contradiction !== '') { %><div class="notice warning"><p class="text"><strong>Its tests</strong> <%= it.contradiction %></p></div><% } %><% if (it.losses.length > 0) { %><h4>Where points were lost</h4><ul class="losses"><% for (const loss of it.losses) { %><li class="text"><strong><%= loss.score %></strong> <b title="<%= loss.question %>"><%= loss.name %></b><%= loss.said %></li><% } %></ul><% } %><% if (it.better !== '') { %><p class="better text"><strong><%= it.better %></strong> <%= it.raise %></p><% } %><%~ include('@findings', it) %><p class="soft small text"><%= it.facts %></p></div>`,

  findings: `<% if (it.findings.length > 0) { %><ul class="findings"><% for (const finding of it.findings) { %><li><span class="tag <%= finding.severity %>"><%= finding.severity %></span><p class="text"><%= finding.message %> <span class="soft small"><%= finding.code %><% if (finding.place !== '') { %> <span class="code"><%= finding.place %></span><% } %></span><% if (finding.hint !== '') { %><br><span class="soft small"><%= finding.hint %></span><% } %></p></li><% } %></ul><% } %>`,
};
