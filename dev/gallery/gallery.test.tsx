// @vitest-environment jsdom
import { act, cleanup } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import { Gallery } from './gallery'
import { ThemeProvider } from '~/design/theme-context'
import { Toaster } from '~/design/toaster'

afterEach(cleanup)

it('renders every primitive on the server and hydrates it without differences', async () => {
  const page = (
    <ThemeProvider initial="dark">
      <Gallery />
      <Toaster />
    </ThemeProvider>
  )
  const place = document.createElement('div')
  document.body.append(place)
  place.innerHTML = renderToString(page)
  expect(place.querySelectorAll('button').length).toBeGreaterThan(40)
  const differences: unknown[] = []
  const root = await act(async () =>
    hydrateRoot(place, page, { onRecoverableError: (error) => differences.push(error) }),
  )
  expect(differences).toEqual([])
  act(() => root.unmount())
  place.remove()
})
