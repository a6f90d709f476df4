import { expect, test } from 'vitest'
import { htmlText } from './html-text'

test('words without marks, and signs as they were written', () => {
  expect(
    htmlText(
      '<p>A <strong>shed</strong>, four\nstacks.</p>\n<ul><li>no &lt;b&gt; &amp;amp; &quot;x&quot;</li></ul>',
    ),
  ).toBe('A shed, four stacks. no <b> &amp; "x"')
  expect(htmlText('')).toBe('')
})
