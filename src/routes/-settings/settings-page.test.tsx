// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { SettingsPage } from './settings-page'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
// Called by the router for the section in the URL.
Element.prototype.scrollIntoView = () => undefined

async function show(address: string) {
  const sections = [
    { id: 'account', title: 'Account', content: <p>who</p> },
    { id: 'mail', title: 'Emails and notifications', about: 'Twice.', content: <p>what</p> },
  ]
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <SettingsPage sections={sections} /> }),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await router.load()
  render(<RouterProvider router={router as never} />)
}
const current = () =>
  within(screen.getByRole('navigation', { name: 'Sections' }))
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'true')
    .map((link) => link.textContent)

test('lists every section with its title and description', async () => {
  await show('/')
  expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy()
  const email = screen.getByRole('region', { name: 'Emails and notifications' })
  expect(email.textContent).toContain('Twice.')
  expect(email.textContent).toContain('what')
  const links = within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['#account', '#mail'])
  for (const link of links) expect(document.querySelector(link.getAttribute('href') ?? '')).not.toBeNull()
})

test('selects the section in the URL, or the first one without it', async () => {
  await show('/#mail')
  expect(current()).toEqual(['Emails and notifications'])
  cleanup()
  await show('/#nothing')
  expect(current()).toEqual(['Account'])
})

/** Fakes IntersectionObserver for sections that enter or leave the view. */
function stubWindow() {
  const watching: { callback: IntersectionObserverCallback; targets: Set<Element> }[] = []
  const see = (find: (target: Element) => boolean, isIntersecting: boolean) =>
    act(() => {
      for (const { callback, targets } of watching) {
        const entries = [...targets].filter(find).map((target) => ({ target, isIntersecting }))
        if (entries.length > 0) callback(entries as never, {} as never)
      }
    })
  let top = 0
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, top, 800, 60))
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal(
    'IntersectionObserver',
    function IntersectionObserver(callback: IntersectionObserverCallback) {
      const targets = new Set<Element>()
      watching.push({ callback, targets })
      return { observe: (target: Element) => targets.add(target), disconnect: () => targets.clear() }
    },
  )
  return {
    read: (id: string) => {
      see((target) => target.id !== id && target.tagName === 'SECTION', false)
      see((target) => target.id === id, true)
    },
    /** Scrolls to the page's header: all sections are below the reading position. */
    readHead: () => {
      top = 400
      see((target) => target.tagName === 'SECTION', false)
    },
    /** Scrolls to the page's footer: all sections are above the view. */
    readFoot: () => {
      top = -400
      see((target) => target.tagName === 'SECTION', false)
      see((target) => target.tagName === 'DIV', false)
    },
    reachEnd: (isThere = true) => see((target) => target.tagName === 'DIV', isThere),
    scroll: (by: 'hand' | 'itself') => {
      if (by === 'hand') fireEvent.wheel(document.body)
      fireEvent.scroll(document)
    },
  }
}

test('selects the section that the reader has scrolled to', async () => {
  const view = stubWindow()
  await show('/')
  view.read('account')
  view.scroll('hand')
  expect(current()).toEqual(['Account'])
  view.read('mail')
  expect(current()).toEqual(['Emails and notifications'])
  view.read('account')
  expect(current()).toEqual(['Account'])
  // The last section may be too short to scroll up to the reading position.
  view.reachEnd()
  expect(current()).toEqual(['Emails and notifications'])
  view.reachEnd(false)
  expect(current()).toEqual(['Account'])
})

test('selects the first section after jumping to the top', async () => {
  const view = stubWindow()
  await show('/')
  view.scroll('hand')
  view.read('mail')
  expect(current()).toEqual(['Emails and notifications'])
  view.readHead()
  expect(current()).toEqual(['Account'])
})

test('selects the last section at the end of the page', async () => {
  const view = stubWindow()
  await show('/')
  view.read('mail')
  view.scroll('hand')
  view.reachEnd()
  view.readFoot()
  expect(current()).toEqual(['Emails and notifications'])
  view.read('account')
  expect(current()).toEqual(['Account'])
  view.readFoot()
  expect(current()).toEqual(['Emails and notifications'])
})

test('changes no selection when the page scrolls by itself', async () => {
  const view = stubWindow()
  await show('/#mail')
  view.read('account')
  view.scroll('itself')
  expect(current()).toEqual(['Emails and notifications'])
  view.scroll('hand')
  expect(current()).toEqual(['Account'])
})

test('pressing a link selects its section again, even if the URL already names it', async () => {
  const view = stubWindow()
  await show('/#mail')
  view.scroll('hand')
  view.read('account')
  expect(current()).toEqual(['Account'])
  await userEvent.click(screen.getByRole('link', { name: 'Emails and notifications' }))
  view.read('account')
  view.scroll('itself')
  expect(current()).toEqual(['Emails and notifications'])
})
