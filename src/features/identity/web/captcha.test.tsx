// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ForgotForm } from './forgot-form'
import { reloadPage } from './leave-site'
import { clearParts, fakeServer, noSignInMethods, renderPart } from './testing-parts'

vi.mock(import('./leave-site'), () => ({
  leaveSite: () => undefined,
  reloadPage: vi.fn<typeof reloadPage>(),
}))
let loadedAs = '/auth/forgot'
beforeEach(() => {
  loadedAs = '/auth/forgot'
  performance.getEntriesByType = () => [{ name: `https://b2b.example${loadedAs}` }] as PerformanceEntryList
})

const scripts = () => [...document.head.querySelectorAll<HTMLScriptElement>('script[src^="https:"]')]
afterEach(() => {
  clearParts()
  for (const script of scripts()) script.remove()
})

type Rendered = { sitekey: string; callback: (token: string) => void }
const page = window as unknown as Record<string, unknown>

test('without a CAPTCHA no third-party script is loaded', async () => {
  await renderPart(<ForgotForm methods={noSignInMethods} />)
  await act(() => vi.dynamicImportSettled())
  expect(scripts()).toEqual([])
})

test("sends the CAPTCHA's token once, and starts a new check after a refusal", async () => {
  const { asked } = fakeServer({
    requestPasswordReset: () => {
      throw new ORPCError('CAPTCHA_FAILED', { message: 'Not a person, it seems.' })
    },
  })
  await renderPart(
    <ForgotForm methods={{ ...noSignInMethods, captcha: { kind: 'turnstile', siteKey: 'site' } }} />,
  )
  await waitFor(() => expect(scripts()).toHaveLength(1))
  expect(scripts()[0]?.src).toBe(
    'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=on_turnstile_ready',
  )
  const render = vi.fn<(place: HTMLElement, settings: Rendered) => string>(() => 'w1')
  const remove = vi.fn<(id: string) => void>()
  page['turnstile'] = { render, remove, reset: () => undefined }
  await act(async () => (page['on_turnstile_ready'] as () => void)())
  await waitFor(() => expect(render).toHaveBeenCalledOnce())
  expect(render.mock.calls[0]?.[1].sitekey).toBe('site')

  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'juno@okafor.example{Enter}')
  expect(screen.getByText('Complete the security check first.')).toBeTruthy()
  expect(asked).toEqual([])
  act(() => render.mock.calls[0]?.[1].callback('a person'))
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }))
  expect(await screen.findByText('Not a person, it seems.')).toBeTruthy()
  expect(asked).toEqual([['requestPasswordReset', { email: 'juno@okafor.example', captcha: 'a person' }]])
  await waitFor(() => expect(render).toHaveBeenCalledTimes(2))
  expect(remove).toHaveBeenCalledWith('w1')
})

test('reloads the page if its document was loaded for another page and cannot run the CAPTCHA script', async () => {
  loadedAs = '/events'
  await renderPart(
    <ForgotForm methods={{ ...noSignInMethods, captcha: { kind: 'turnstile', siteKey: 'site' } }} />,
  )
  await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
  expect(scripts()).toEqual([])
})

test('says that the CAPTCHA did not load, and offers a retry', async () => {
  await renderPart(
    <ForgotForm methods={{ ...noSignInMethods, captcha: { kind: 'hcaptcha', siteKey: 'site' } }} />,
  )
  await waitFor(() => expect(scripts()).toHaveLength(1))
  await failToLoad()
  expect(await screen.findByText('The security check didn’t load.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(scripts()).toHaveLength(1))
  await failToLoad()
})

test('shows a loading message for the CAPTCHA, and an error after 15 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await renderPart(
      <ForgotForm methods={{ ...noSignInMethods, captcha: { kind: 'hcaptcha', siteKey: 'site' } }} />,
    )
    await waitFor(() => expect(scripts()).toHaveLength(1))
    expect(screen.getByText('Loading the security check…')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(14_000))
    expect(screen.queryByText('The security check didn’t load.')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(screen.getByText('The security check didn’t load.')).toBeTruthy()
    expect(scripts()).toEqual([])
  } finally {
    vi.useRealTimers()
  }
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  const waiting = await screen.findByText('Loading the security check…')
  expect(document.activeElement).toBe(waiting.parentElement)
  await failToLoad()
})

// A script that is still loading would leak into the next test.
const failToLoad = () => act(async () => void scripts()[0]?.dispatchEvent(new Event('error')))
