import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoizeContent, registerContentRenderer } from './memoized-content'

beforeEach(() =>
  registerContentRenderer((content) => {
    const html = renderToString(content)
    return html.includes('Secret') ? undefined : () => html
  }),
)
afterEach(() => registerContentRenderer(undefined))

type Facts = { title: string; count?: number }

function setUp() {
  const draw = vi.fn(({ title, count }: Facts) => (
    <>
      <b>{title}</b> {count} left
    </>
  ))
  const content = memoizeContent(draw, 2)
  const page = (key: string, facts: Facts) => renderToString(<p {...content(key, facts)} />)
  return { draw, page, content }
}

test('renders the content once for equal props on the server', () => {
  const { draw, page } = setUp()
  expect(page('a', { title: 'Low & high', count: 2 })).toBe(
    '<p><b>Low &amp; high</b> <!-- -->2<!-- --> left</p>',
  )
  expect(page('a', { title: 'Low & high', count: 2 })).toContain('2<!-- --> left')
  expect(draw).toHaveBeenCalledTimes(1)
})

test.each([
  ['has another value', { title: 'Low', count: 1 }],
  ['is gone', { title: 'Low' }],
])('renders again when a prop %s', (_, facts) => {
  const { page } = setUp()
  expect(page('a', { title: 'Low', count: 2 })).toContain('2<!-- --> left')
  expect(page('a', facts)).not.toContain('2<!-- --> left')
  expect(page('a', { title: 'Low', count: 2 })).toContain('2<!-- --> left')
})

test('caches the HTML of each key separately', () => {
  const { page } = setUp()
  page('a', { title: 'Low' })
  expect(page('b', { title: 'High' })).toContain('High')
  expect(page('a', { title: 'Low' })).toContain('Low')
})

test('renders again when a nested prop changes', () => {
  const List = ({ titles }: { titles: readonly { title: string }[] }) => titles.map(({ title }) => title)
  const content = memoizeContent(List, 2)
  const page = (...titles: string[]) =>
    renderToString(<p {...content('a', { titles: titles.map((title) => ({ title })) })} />)
  expect(page('Low')).toBe('<p>Low</p>')
  expect(page('High')).toBe('<p>High</p>')
  expect(page('High', 'Low')).toBe('<p>High<!-- -->Low</p>')
  expect(page()).toBe('<p></p>')
})

test('renders content on every use when it may not be reused', () => {
  const { draw, page } = setUp()
  for (let time = 0; time < 2; time++) expect(page('a', { title: 'Secret' })).toContain('<b>Secret</b>')
  expect(draw.mock.calls.length).toBeGreaterThan(2)
})

test('clears the cache at its limit', () => {
  const { draw, page } = setUp()
  for (const key of ['a', 'b', 'c', 'a']) page(key, { title: key })
  expect(draw).toHaveBeenCalledTimes(4)
})

test('renders the component in the browser', () => {
  registerContentRenderer(undefined)
  const { content } = setUp()
  expect(content('a', { title: 'Low' })).toHaveProperty('children')
})
