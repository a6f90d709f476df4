import { expect, test } from 'vitest'
import { htmlToText } from './html-to-text'

test('removes HTML tags and decodes entities', () => {
  expect(
    htmlToText(
      '<p>A <strong>shed</strong>, four\nstacks.</p>\n<ul><li>no &lt;b&gt; &amp;amp; &quot;x&quot;</li></ul>',
    ),
  ).toBe('A shed, four stacks. no <b> &amp; "x"')
  expect(htmlToText('')).toBe('')
})
