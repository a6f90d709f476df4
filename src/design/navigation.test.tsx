// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { buttonClass } from './button-class'
import { LinkButton } from './link-button'
import { BackLink, BackAndHomeLinks, PageHead } from './page-head'

afterEach(cleanup)

function start() {
  const root = createRootRoute({ component: Outlet })
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <h1>Home page</h1> })
  const events = createRoute({
    getParentRoute: () => root,
    path: '/events',
    component: () => <h1>Events</h1>,
  })
  const detail = createRoute({
    getParentRoute: () => root,
    path: '/detail',
    component: () => (
      <>
        <BackAndHomeLinks>
          <BackLink to="/events">Back to Events</BackLink>
        </BackAndHomeLinks>
        <PageHead title="Dust & Diamonds" lead="Sat 5 Dec, 23:00" />
        <LinkButton to="/events" variant="primary">
          Browse Events
        </LinkButton>
      </>
    ),
  })
  const router = createRouter({
    routeTree: root.addChildren([home, events, detail]),
    history: createMemoryHistory({ initialEntries: ['/detail'] }),
  })
  render(<RouterProvider router={router as never} />)
}

it('renders Back, Home and a link button as router links, in this order', async () => {
  const user = userEvent.setup()
  start()
  expect(await screen.findByRole('heading', { level: 1, name: 'Dust & Diamonds' })).toBeDefined()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Back to Events' }))
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Home' }))
  await user.tab()
  const browse = screen.getByRole('link', { name: 'Browse Events' })
  expect(document.activeElement).toBe(browse)
  expect(browse.className).toBe(buttonClass({ variant: 'primary' }))
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Events' })).toBeDefined()
})

it('links Home to the home page', async () => {
  const user = userEvent.setup()
  start()
  await user.click(await screen.findByRole('link', { name: 'Home' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Home page' })).toBeDefined()
})
