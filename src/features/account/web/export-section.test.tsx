// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refusal } from '~tests/support/refusal'
import { fakeServer } from '~tests/support/fake-server'
import { ExportSection } from './export-section'
import { clearParts, noExport, readyExport, renderPart } from './testing-parts'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
})
const findButton = (name: string | RegExp) => screen.findByRole('button', { name })
const isOff = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true'

test('requests one archive and shows its progress', async () => {
  const waiting = { ...noExport, state: 'waiting' as const, requestedAt: readyExport.requestedAt }
  const calls = fakeServer({ 'export.state': () => noExport, 'export.request': () => waiting })
  await renderPart(<ExportSection />)
  await screen.findByText('Takes about a minute. We’ll email the link to mara@voss.example.')
  await userEvent.click(await findButton('Export my data'))
  const busy = await findButton(/Preparing/)
  expect(isOff(busy)).toBe(true)
  screen.getByText(
    'This takes about a minute. You can leave this page. We’ll email the link to mara@voss.example.',
  )
  await userEvent.click(busy)
  expect(calls.filter(([name]) => name === 'export.request')).toHaveLength(1)
})

test('keeps the keyboard focus while the archive is made and when it is ready', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let state: object = { ...readyExport, nextRequestAt: null }
  fakeServer({
    'export.state': () => state,
    'export.request': () => (state = { ...noExport, state: 'waiting' }),
  })
  await renderPart(<ExportSection />)
  await userEvent.click(await findButton('Request a new one'))
  const busy = await findButton(/Preparing/)
  await waitFor(() => expect(document.activeElement).toBe(busy))
  state = readyExport
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Download my data' })),
  )
  vi.useRealTimers()
})

test('does not move the keyboard focus if the person has moved it elsewhere', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let state: object = noExport
  fakeServer({
    'export.state': () => state,
    'export.request': () => (state = { ...noExport, state: 'waiting' }),
  })
  await renderPart(<ExportSection />)
  await userEvent.click(await findButton('Export my data'))
  const busy = await findButton(/Preparing/)
  expect(document.activeElement).toBe(busy)
  act(() => busy.blur())
  state = readyExport
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await screen.findByRole('link', { name: 'Download my data' })
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(document.activeElement).toBe(document.body)
  vi.useRealTimers()
})

test('polls while the archive is made, in case the live update is lost', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let state: object = { ...noExport, state: 'waiting' }
  fakeServer({ 'export.state': () => state })
  await renderPart(<ExportSection />)
  await findButton(/Preparing/)
  state = readyExport
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(await screen.findByRole('link', { name: 'Download my data' })).toBeTruthy()
  vi.useRealTimers()
})

test('links to the download and says until when it is available', async () => {
  fakeServer({ 'export.state': () => readyExport })
  await renderPart(<ExportSection />)
  const link = await screen.findByRole('link', { name: 'Download my data' })
  expect(link.getAttribute('href')).toBe('/account/data.json')
  expect(link.hasAttribute('download')).toBe(true)
  expect(screen.getByRole('status').textContent).toMatch(
    /^412 kB of JSON, available until Sat 28 Nov 2026\.$/,
  )
  screen.getByText(/^You can request a new one on Sun 22 Nov at \d\d:00\.$/)
  expect(screen.queryByRole('button')).toBeNull()
})

test('A-08 asks for reauthentication before each download in an old session', async () => {
  const followed: string[] = []
  const follow = (event: MouseEvent) => {
    if (!event.defaultPrevented) followed.push((event.target as HTMLElement).closest('a')?.pathname ?? '')
    event.preventDefault()
  }
  window.addEventListener('click', follow)
  let isReauthenticated = false
  const calls = fakeServer({
    'export.state': () => readyExport,
    'export.open': () => {
      if (!isReauthenticated) throw refusal('REAUTHENTICATION_REQUIRED', 'Confirm that it’s you first.')
      return { href: '/account/data.json' }
    },
  })
  const cancelledByUser = new Error('left')
  let isLeft = true
  await renderPart(
    <ExportSection
      withReauthentication={async (run) => {
        try {
          return await run()
        } catch {
          if (isLeft) throw cancelledByUser
          isReauthenticated = true
          return run()
        }
      }}
      isReauthenticationCancelled={(error) => error === cancelledByUser}
    />,
  )
  const countOpened = () => calls.filter(([name]) => name === 'export.open').length
  const link = await screen.findByRole('link', { name: 'Download my data' })
  await userEvent.click(link)
  await waitFor(() => expect(countOpened()).toBe(1))
  expect(followed).toEqual([])
  isLeft = false
  await userEvent.click(link)
  await waitFor(() => expect(followed).toEqual(['/account/data.json']))
  expect(countOpened()).toBe(3)
  await userEvent.click(link)
  await waitFor(() => expect(followed).toHaveLength(2))
  expect(countOpened()).toBe(4)
  window.removeEventListener('click', follow)
})

test('offers a new archive after a day, while the old one is still available', async () => {
  const calls = fakeServer({
    'export.state': () => ({ ...readyExport, nextRequestAt: null }),
    'export.request': () => ({ ...noExport, state: 'waiting' }),
  })
  await renderPart(<ExportSection />)
  await userEvent.click(await findButton('Request a new one'))
  await findButton(/Preparing/)
  expect(calls).toContainEqual(['export.request', undefined])
})

test('says that the last archive expired, and promises no email without an address', async () => {
  const expired = {
    ...readyExport,
    state: 'expired',
    bytes: null,
    href: null,
    nextRequestAt: null,
    emailedTo: null,
  }
  fakeServer({ 'export.state': () => expired })
  await renderPart(<ExportSection />)
  await findButton('Export my data')
  screen.getByText(
    'The last one was available until Sat 28 Nov 2026. Takes about a minute. The link will appear here.',
  )
})

test('shows the archive that another tab requested when the server refuses a second request', async () => {
  let state: object = noExport
  fakeServer({
    'export.state': () => state,
    'export.request': () => {
      state = readyExport
      throw refusal(
        'ALREADY_REQUESTED',
        'You can request one archive a day. Download the last one, or try again later.',
      )
    },
  })
  await renderPart(<ExportSection />)
  await userEvent.click(await findButton('Export my data'))
  await screen.findByText('You can request one archive a day. Download the last one, or try again later.')
  await screen.findByRole('link', { name: 'Download my data' })
})

test('shows no error when the person cancels the reauthentication', async () => {
  const given = new Error('left')
  const calls = fakeServer({ 'export.state': () => noExport })
  await renderPart(
    <ExportSection
      withReauthentication={() => Promise.reject(given)}
      isReauthenticationCancelled={(error) => error === given}
    />,
  )
  await userEvent.click(await findButton('Export my data'))
  await waitFor(async () => expect(isOff(await findButton('Export my data'))).toBe(false))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(calls.map(([name]) => name)).not.toContain('export.request')
})
