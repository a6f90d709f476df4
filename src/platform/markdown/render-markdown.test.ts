import { expect, test } from 'vitest'
import { renderMarkdown } from './render-markdown'

test('renders paragraphs, emphasis, lists and links, with headings below those of the page', () => {
  expect(renderMarkdown('# Doors\n\nA **shed**.\nFour stacks.')).toBe(
    '<h3>Doors</h3>\n<p>A <strong>shed</strong>.<br>\nFour stacks.</p>',
  )
  expect(renderMarkdown('###### Small')).toBe('<h6>Small</h6>')
  expect(renderMarkdown('- one\n- [two](https://two.example)')).toContain(
    '<a href="https://two.example" rel="noopener nofollow">two</a>',
  )
  expect(renderMarkdown('')).toBe('')
})

test('user text never becomes markup or an unsafe link', () => {
  const html = renderMarkdown(
    '<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) ![y](https://spy.example/1.gif)' +
      ' [z](data:text/html,hi) <https://ok.example> "\'><svg/onload=alert(1)>',
  )
  expect(html).not.toMatch(/<(?:script|img|svg)/)
  expect(html).not.toMatch(/href="(?:javascript|data)/)
  expect(html.match(/href="[^"]*"/g)).toEqual([
    'href="https://spy.example/1.gif"',
    'href="https://ok.example"',
  ])
})

test('renders a text once and limits memory', () => {
  const first = renderMarkdown('kept')
  for (let count = 0; count < 600; count += 1) renderMarkdown(`other ${count}`)
  expect(renderMarkdown('kept')).toBe(first)
})
