import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoizeContent, registerContentRenderer } from './memoized-content'

beforeEach(() => registerContentRenderer(renderToString))
afterEach(() => registerContentRenderer(undefined))

type Facts = { title: string; count?: number; picture?: string }

function setUp() {
  const draw = vi.fn(({ title, count, picture }: Facts) => (
    <>
      <b>{title}</b> {count} left
      {picture && <img src={picture} alt="" />}
    </>
  ))
  const content = memoizeContent(draw)
  const page = (key: string, facts: Facts) => renderToString(<p {...content(key, facts)} />)
  return { draw, page, content }
}

test('the server renders the content of equal facts once', () => {
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
])('renders again when a fact %s', (_, facts) => {
  const { page } = setUp()
  expect(page('a', { title: 'Low', count: 2 })).toContain('2<!-- --> left')
  expect(page('a', facts)).not.toContain('2<!-- --> left')
  expect(page('a', { title: 'Low', count: 2 })).toContain('2<!-- --> left')
})

test('keeps the HTML of each key apart', () => {
  const { page } = setUp()
  page('a', { title: 'Low' })
  expect(page('b', { title: 'High' })).toContain('High')
  expect(page('a', { title: 'Low' })).toContain('Low')
})

test('renders each time what React preloads a picture for', () => {
  const { page } = setUp()
  const facts = { title: 'Low', picture: 'https://elsewhere.example/a.png' }
  for (let time = 0; time < 2; time++)
    expect(page('a', facts)).toMatch(/^<link rel="preload" [^>]+><p><b>Low<\/b>/)
})

test('the browser renders the component', () => {
  registerContentRenderer(undefined)
  const { content } = setUp()
  expect(content('a', { title: 'Low' })).toHaveProperty('children')
})
