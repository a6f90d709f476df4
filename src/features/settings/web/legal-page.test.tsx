// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { SiteText } from '../contract-shapes'
import { LegalPage } from './legal-page'

afterEach(cleanup)

async function show(text: SiteText) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <LegalPage title="Privacy" text={text} /> }),
    history: createMemoryHistory(),
  })
  await router.load()
  render(<RouterProvider router={router as never} />)
}

test('R-01 each section has a number and an entry in the table of contents', async () => {
  await show({
    since: '2026-02-03T23:30:00.000Z',
    sections: [
      { title: null, html: '<p>Before.</p>' },
      { title: 'One <b>', html: '<p>First <strong>words</strong>.</p>' },
      { title: 'One <b>', html: '<p>Second.</p>' },
    ],
  })
  screen.getByText('In force since 3 February 2026')
  const links = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['1One <b>', '#section-1'],
    ['2One <b>', '#section-2'],
  ])
  expect(document.querySelector('#section-1 strong')?.textContent).toBe('words')
  expect(document.querySelector('#section-2')?.textContent).toBe('2 One <b>Second.')
  screen.getByText('Before.')
})

test('a text without headings has no table of contents', async () => {
  await show({ since: '2026-02-03T12:00:00.000Z', sections: [{ title: null, html: '<p>All of it.</p>' }] })
  screen.getByText('All of it.')
  expect(screen.queryByRole('navigation', { name: 'Contents' })).toBeNull()
})
