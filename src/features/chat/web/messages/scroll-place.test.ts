// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { findFirstVisibleRow, getScrollPlace, measureScrollDrift } from './scroll-place'

const HEIGHT = 100
let scrolled = 0
let list: HTMLElement

/**
 * Simulates the layout that jsdom lacks: every message is 100 px high, and the visible part of the list is 300 px
 * high.
 */
function layOut() {
  list.getBoundingClientRect = () => new DOMRect(0, 0, 500, 300)
  let top = -scrolled
  for (const block of list.firstElementChild?.children ?? []) {
    const rows = block.querySelectorAll('[data-message]')
    const from = top
    for (const row of rows.length > 0 ? rows : [block]) {
      const at = top
      row.getBoundingClientRect = () => new DOMRect(0, at, 500, HEIGHT)
      top += HEIGHT
    }
    const height = top - from
    if (rows.length > 0) block.getBoundingClientRect = () => new DOMRect(0, from, 500, height)
  }
}

const group = (...ids: string[]) =>
  `<article>${ids.map((id) => `<div data-message="${id}"></div>`).join('')}</article>`
const fill = (...blocks: string[]) => {
  list.innerHTML = `<div>${blocks.join('')}</div>`
  layOut()
}
const first = () => findFirstVisibleRow(list)

beforeEach(() => {
  scrolled = 0
  list = document.createElement('div')
  list.role = 'log'
  document.body.replaceChildren(list)
})

test('keeps the first visible message in place', () => {
  scrolled = 350
  fill('<div></div>', group('a', 'b'), '<p></p>', group('c', 'd'), group('e'))
  // 350 px down: half of the separator, then c.
  expect(first()?.getAttribute('data-message')).toBe('c')
  scrolled = 120
  layOut()
  expect(first()?.getAttribute('data-message')).toBe('a')
})

test('CH-07 keeps the scroll position exactly when messages are added above or below', () => {
  fill('<div></div>', group('a'), group('b'), group('c'), group('d'))
  const place = getScrollPlace(list, first())
  expect(measureScrollDrift(list, place)).toBe(0)
  // A new message below pushes the list up by its height.
  scrolled = HEIGHT
  layOut()
  expect(measureScrollDrift(list, place)).toBe(-HEIGHT)
})

test('ignores the edge where older messages load, since it moves with them', () => {
  fill('<div></div>', group('a'), group('b'))
  const place = getScrollPlace(list, first())
  list.firstElementChild?.firstElementChild?.insertAdjacentHTML('afterend', group('older'))
  layOut()
  expect(measureScrollDrift(list, place)).toBe(HEIGHT)
})

test('uses the next message if the first was removed', () => {
  fill(group('a'), group('b'), group('c'))
  const place = getScrollPlace(list, first())
  list.querySelector('article')?.remove()
  layOut()
  expect(measureScrollDrift(list, place)).toBe(-HEIGHT)
  list.replaceChildren()
  expect(measureScrollDrift(list, place)).toBe(0)
})
