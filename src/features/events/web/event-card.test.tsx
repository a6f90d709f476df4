// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { registerContentRenderer } from '~/design/memoized-content'
import { EventCard } from './event-card'
import { createCard } from './testing-events'

afterEach(() => {
  registerContentRenderer(undefined)
  vi.unstubAllGlobals()
})

const picture = `/media/${'a'.repeat(8)}/256.webp`

it.each([
  ['drawing', true, null],
  ['drawing', false, null],
  ['uploaded picture', true, picture],
  ['uploaded picture', false, picture],
  ['picture from elsewhere', true, 'https://elsewhere.example/a.png'],
])('E-02 hydrates the memoized HTML of a card with its %s (eager: %s)', async (_, eager, imageUrl) => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const events = [createCard({ imageUrl }), createCard({ id: 'b', title: 'R&B <3', available: 0, imageUrl })]
  const wall = (
    <div>
      {events.map((event) => (
        <EventCard key={event.id} event={event} eager={eager} heading="h2" />
      ))}
    </div>
  )
  const plain = renderToString(wall)
  registerContentRenderer((content) => {
    const html = renderToString(content)
    return html.startsWith('<link') ? undefined : () => html
  })
  const memoized = renderToString(wall)
  expect(memoized).toBe(plain)
  expect(renderToString(wall), 'the memoized card').toBe(plain)
  registerContentRenderer(undefined)
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const onRecoverableError = vi.fn()
  const root = document.createElement('div')
  root.innerHTML = memoized.replace(/^(?:<link[^>]*>)+/, '')
  const app = await act(async () => hydrateRoot(root, wall, { onRecoverableError }))
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(error).not.toHaveBeenCalled()
  await act(async () => app.unmount())
})
