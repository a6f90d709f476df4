// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { BrowserOnly } from './browser-only'

afterEach(cleanup)
const place = <p>its place</p>

test('renders the placeholder on the server, and the part once it has loaded', async () => {
  const load = () => Promise.resolve({ default: () => <p>the bell</p> })
  expect(renderToString(<BrowserOnly load={load} place={place} />)).toContain('its place')
  render(<BrowserOnly load={load} place={place} />)
  expect(await screen.findByText('the bell')).toBeTruthy()
  expect(screen.queryByText('its place')).toBeNull()
})

test('a part that fails to load affects nothing else', async () => {
  const load = () => Promise.reject(new Error('no such file'))
  render(
    <main>
      <h1>The page</h1>
      <BrowserOnly load={load} place={place} />
    </main>,
  )
  await Promise.resolve()
  expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy()
  expect(screen.getByText('its place')).toBeTruthy()
})
