// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SectionList } from './section-list'
import type { SectionEntry } from './sections'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const sections: readonly SectionEntry[] = [
  { id: 'event', label: 'Event', mark: undefined },
  { id: 'place', label: 'Place', mark: undefined },
  { id: 'people', label: 'Team', mark: undefined },
]

/** Renders three sections as tall as the window, below a head half as tall. */
function openPage() {
  let scrolled = 0
  const height = window.innerHeight
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = sections.findIndex(({ id }) => id === this.id)
    return { top: height / 2 + at * height - scrolled } as DOMRect
  })
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(height * 3.5)
  render(
    <>
      <SectionList sections={sections} />
      {sections.map(({ id }) => (
        <section key={id} id={id} />
      ))}
    </>,
  )
  return (windows: number) => {
    scrolled = windows * height
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(scrolled)
    act(() => void fireEvent.scroll(window))
  }
}
const current = () => [
  within(screen.getByRole('navigation', { name: 'Sections' }))
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'true')
    .map((link) => link.textContent),
  screen.getByRole<HTMLSelectElement>('combobox', { name: 'Section' }).value,
]

test('the list and the select follow scrolling, also a jump to the top', () => {
  const scrollTo = openPage()
  expect(current()).toEqual([['Event'], 'event'])
  scrollTo(1.3)
  expect(current()).toEqual([['Place'], 'place'])
  scrollTo(2.5)
  expect(current()).toEqual([['Team'], 'people'])
  scrollTo(0)
  expect(current()).toEqual([['Event'], 'event'])
})
