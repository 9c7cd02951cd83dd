import fc from 'fast-check';

/** Texts that would end, begin or load something if a document read them as markup. */
export const HOSTILE = [
  '<script>window.hurt = true</script>',
  '</script><script>window.hurt = true</script>',
  '</style><img src=x onerror="window.hurt = true">',
  '"><svg onload="window.hurt = true">',
  "' onmouseover='window.hurt = true",
  'javascript:window.hurt=true',
  '<% window.hurt = true %><%~ it %>',
  `{{ constructor.constructor("hurt")() }} \${hurt}`,
  ']]> and ]]> again <![CDATA[',
  '<!-- --> <!doctype x [<!ENTITY a "b">]> &a;',
  '[x](https://evil.example) ![y](https://evil.example/p.png) {0} {{',
  '@ada a@b.example #12 GH-12 www.evil.example https://evil.example',
  '| cell | `code` **bold** _it_ ~~no~~ $x$ \\',
  'lone \u{D800} surrogate \u{DC00}',
  'control \u{0}\u{1}\u{8}\u{B}\u{1B}[31m\u{7F}\u{85} and \u{FFFE}\u{FFFF}',
  'right \u{202E}to left\u{2066}, zero\u{200B}width, line\u{2028}para\u{2029}, \r\n\t',
  '&lt;b&gt; &#64;ada &amp;',
  `long ${'x'.repeat(5000)}`,
  '',
];

/** Any text, and any mixture of hostile ones. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.constantFrom(...'<>&"\'[](){}`|\\@#:/!]-%~=$_*\n')))
    .map((parts) => parts.join('')),
);
