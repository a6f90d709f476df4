// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SettingsPage } from './settings-page'

afterEach(cleanup)
// Which the router asks of the section that the address names.
Element.prototype.scrollIntoView = () => undefined

async function show(address: string) {
  const sections = [
    { id: 'account', title: 'Account', content: <p>who</p> },
    { id: 'mail', title: 'Mail and notices', about: 'Twice.', content: <p>what</p> },
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

test('every section has its name, its words and its place in the list', async () => {
  await show('/')
  expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy()
  const mail = screen.getByRole('region', { name: 'Mail and notices' })
  expect(mail.textContent).toContain('Twice.')
  expect(mail.textContent).toContain('what')
  const links = within(screen.getByRole('navigation', { name: 'Sections' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['#account', '#mail'])
  for (const link of links) expect(document.querySelector(link.getAttribute('href') ?? '')).not.toBeNull()
})

test('the section of the address is the current one, else the first', async () => {
  await show('/#mail')
  expect(current()).toEqual(['Mail and notices'])
  cleanup()
  await show('/#nothing')
  expect(current()).toEqual(['Account'])
})
