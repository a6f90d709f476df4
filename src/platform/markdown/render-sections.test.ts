// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { renderSections } from './render-sections'

const htmlOf = (markdown: string) =>
  renderSections(markdown)
    .map(({ html }) => html)
    .join('')

test('each heading of the first two levels starts a section; deeper ones stay inside', () => {
  const sections = renderSections(
    'Before.\n\n# One *and*\n\nFirst.\n\n### Deeper\n\nMore.\n\n## Two\n\n- a\n- b\n',
  )
  expect(sections).toEqual([
    { title: null, html: '<p>Before.</p>\n' },
    { title: 'One and', html: '<p>First.</p>\n<h3>Deeper</h3>\n<p>More.</p>\n' },
    { title: 'Two', html: '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n' },
  ])
})

test('returns one section for text without headings, none for empty text', () => {
  expect(renderSections('Only this.\n\nAnd this.')).toHaveLength(1)
  expect(renderSections(' \n\n ')).toEqual([])
  expect(renderSections('> ## Quoted\n')).toEqual([
    { title: null, html: '<blockquote>\n<h2>Quoted</h2>\n</blockquote>\n' },
  ])
})

test('replaces placeholders in paragraphs, headings and code as text, never in a URL or as markup', () => {
  const fill = (words: string) =>
    words.replaceAll('{name}', '<i>*Loom* & Co</i>').replaceAll('{hold_minutes}', '12')
  expect(
    renderSections(
      '## About {name}\n\n{name} holds **{hold_minutes}** `{name}` [{name}](https://a.example/{name})',
      fill,
    ),
  ).toEqual([
    {
      title: 'About <i>*Loom* & Co</i>',
      html:
        '<p>&lt;i&gt;*Loom* &amp; Co&lt;/i&gt; holds <strong>12</strong> <code>&lt;i&gt;*Loom* &amp; Co&lt;/i&gt;</code> ' +
        '<a href="https://a.example/%7Bname%7D" rel="noopener nofollow">&lt;i&gt;*Loom* &amp; Co&lt;/i&gt;</a></p>\n',
    },
  ])
})

test.each([
  ['https://b2b.example/rules', true],
  ['HTTP://b2b.example', true],
  ['mailto:hello@b2b.example', true],
  ['javascript:alert(1)', false],
  ['JaVaScRiPt:alert(1)', false],
  ['java&#115;cript:alert(1)', false],
  ['&#x6A;avascript:alert(1)', false],
  ['\u0001javascript:alert(1)', false],
  ['data:text/html;base64,PHNjcmlwdD4=', false],
  ['data:image/png;base64,AAAA', false],
  ['vbscript:x', false],
  ['file:///etc/passwd', false],
  ['//elsewhere.example', false],
  ['/events', false],
  ['https:javascript', false],
])('link to %s: %s', (address, isLink) => {
  for (const markdown of [`[here](<${address}>)`, `[here][1]\n\n[1]: <${address}>`, `<${address}>`]) {
    // Without a scheme, text in angle brackets isn't a link in Markdown either.
    const html = htmlOf(markdown)
    expect(html.includes('<a '), `${markdown} -> ${html}`).toBe(isLink)
  }
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<!-- --><svg onload=alert(1)>',
  '`</code><script>alert(1)</script>`',
  '```"><script>\n</code></pre><script>alert(1)</script>\n```',
  '[x](https://a.example "\\"><script>alert(1)</script>")',
  '[x](<https://a.example/"onmouseover="alert(1)>)',
  '![x](https://a.example/pixel.gif)',
  '![x" onerror="alert(1)](https://a.example/pixel.gif)',
  '| a |\n| - |\n| <iframe src=https://a.example> |',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<https://a.example/"><script>alert(1)</script>>',
  '## <script>alert(1)</script>\n\n<style>*{}</style>',
])('escapes what is written as %s', (markdown) => {
  const page = document.implementation.createHTMLDocument()
  page.body.innerHTML = htmlOf(markdown)
  const allowed = ['P', 'A', 'CODE', 'PRE', 'TABLE', 'THEAD', 'TBODY', 'TR', 'TH', 'TD']
  for (const element of page.body.querySelectorAll('*')) {
    expect(allowed, `${element.tagName} from ${markdown}`).toContain(element.tagName)
    for (const name of element.getAttributeNames())
      expect(['href', 'title', 'rel', 'class'], `${name} from ${markdown}`).toContain(name)
  }
})

// Five times the longest text of the settings. With a quadratic parser, rendering would exceed the test's timeout.
test.each(['>', '[', '*a_', '`', '- ', '<a', '](', '|-', '&', '\\'])(
  'renders two hundred thousand characters of repeated %s',
  (part) => {
    expect(renderSections(part.repeat(Math.floor(200_000 / part.length)))).not.toEqual([])
  },
)
