// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearParts } from '../testing-parts'
import { Factors } from './factors'
import { delayResponse, createRefusedCall, showSection } from './testing-settings'

const startRegistration = vi.hoisted(() => vi.fn<(asked: unknown) => Promise<unknown>>())
vi.mock('@simplewebauthn/browser', () => ({ startRegistration }))

beforeEach(() => vi.stubGlobal('PublicKeyCredential', () => undefined))
// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined
afterEach(() => {
  clearParts()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const factorId = '0198c3c0-0000-7000-8000-0000000000d1'
const challengeId = '0198c3c0-0000-7000-8000-0000000000d2'
const codes = Array.from({ length: 10 }, (_, place) => `abcd-efg${place}`)
const app = {
  id: factorId,
  kind: 'totp',
  name: null as string | null,
  phone: null,
  addedAt: '2026-02-03T10:00:00.000Z',
  lastUsedAt: new Date().toISOString(),
}
const question = { challengeId, kind: 'totp', expiresAt: '', creation: null, request: null }
const base = { hasTextMessages: true, trustedBrowsers: 0, isThisBrowserTrusted: false }

function account(start: (typeof app)[] = [], answers = {}) {
  let factors = start
  return {
    'factors.list': () => ({ ...base, factors }),
    'recoveryCodes.status': () => ({ left: factors.length > 0 ? 7 : 0, madeAt: null }),
    'factors.enrollTotp': () => ({
      factorId,
      secret: 'ABCDEFGHIJKLMNOP',
      uri: 'otpauth://totp/x',
      qr: '<svg xmlns="http://www.w3.org/2000/svg"/>',
    }),
    'factors.enrollPhone': () => ({ factorId }),
    'factors.enrollSecurityKey': () => ({ factorId }),
    'factors.challenge': () => question,
    'factors.verify': () => {
      const recoveryCodes = factors.length === 0 ? codes : null
      factors = [...factors, app]
      return { me: null, landingPath: '/', recoveryCodes }
    },
    'factors.remove': () => {
      factors = []
      return {}
    },
    ...answers,
  }
}

async function choose(kind: string, button: string | RegExp = /^(Add|Set up)/u) {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  await userEvent.click(await screen.findByRole('menuitem', { name: kind }))
}

test('A-09 adding an authenticator app shows a QR code, a key, and ten recovery codes after the first code', async () => {
  const written = await showSection(<Factors />, account())
  expect(await screen.findByText('Adding your first one signs out every other session.')).toBeTruthy()
  await choose('Authenticator app', 'Set up two-step verification')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an authenticator app' }))
  expect(dialog.getByRole('img').getAttribute('src')).toMatch(/^data:image\/svg\+xml;utf8,%3Csvg/u)
  expect(dialog.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy()
  expect(dialog.getByRole('link', { name: /on this device/u }).getAttribute('href')).toBe('otpauth://totp/x')
  await userEvent.type(dialog.getByLabelText('Code'), '123456')

  const kept = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }))
  expect(kept.getAllByRole('listitem').map((item) => item.textContent)).toEqual(codes)
  await userEvent.click(kept.getByRole('button', { name: 'Done' }))
  expect(kept.getByText('Save them first. They won’t be shown again.')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(kept.getByText('abcd-efg0')).toBeTruthy()
  await userEvent.click(kept.getByRole('checkbox', { name: 'I have them in a safe place' }))
  await userEvent.click(kept.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText('abcd-efg0')).toBeNull())

  expect(screen.getByText('Authenticator app')).toBeTruthy()
  expect(screen.getByText('7 of 10 left')).toBeTruthy()
  expect(screen.queryByText(/signs out every other session/u)).toBeNull()
  expect(written()).toEqual([
    ['factors.enrollTotp', {}],
    ['factors.challenge', { factorId }],
    ['factors.verify', { factorId, challengeId, code: '123456' }],
  ])
})

test('A-09 shows an error for a wrong code and accepts another; renews an expired challenge by itself', async () => {
  const said = [
    createRefusedCall('WRONG_CODE', 'That is not the code.'),
    createRefusedCall('CHALLENGE_EXPIRED', 'That took too long.'),
  ]
  const answers = account()
  const written = await showSection(<Factors />, {
    ...answers,
    'factors.verify': () => (said.shift() ?? answers['factors.verify'])(),
  })
  await choose('Authenticator app')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Code'), '111111')
  expect(await dialog.findByText('That is not the code.')).toBeTruthy()
  await userEvent.clear(dialog.getByLabelText('Code'))
  await userEvent.type(dialog.getByLabelText('Code'), '222222')
  expect(await screen.findByRole('dialog', { name: 'Your recovery codes' })).toBeTruthy()
  expect(written().map(([name]) => name)).toEqual([
    'factors.enrollTotp',
    'factors.challenge',
    'factors.verify',
    'factors.verify',
    'factors.challenge',
    'factors.verify',
  ])
})

test('A-09 a second wrong code can be overwritten like the first, and its error is announced again', async () => {
  let tries = 0
  const answers = account()
  await showSection(<Factors />, {
    ...answers,
    'factors.verify': async () => {
      await delayResponse()
      return (tries += 1) < 3
        ? createRefusedCall('WRONG_CODE', 'That is not the code.')()
        : answers['factors.verify']()
    },
  })
  await choose('Authenticator app')
  const field = await screen.findByLabelText<HTMLInputElement>('Code')
  await userEvent.type(field, '111111')
  await screen.findByText('That is not the code.')
  await userEvent.keyboard('222222')
  await waitFor(() => expect(tries).toBe(2))
  await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]))
  await userEvent.keyboard('333333')
  expect(await screen.findByRole('dialog', { name: 'Your recovery codes' })).toBeTruthy()
})

test('A-09 a phone is added with a texted code, and a second factor brings no new recovery codes', async () => {
  const written = await showSection(<Factors />, account([app]))
  await choose('Text message', 'Add another')
  await userEvent.type(await screen.findByLabelText('Phone number'), '+49 30 5550142{Enter}')
  await userEvent.type(await screen.findByLabelText('Code'), '204618')
  expect(await screen.findByText('Text message added')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(written().slice(0, 2)).toEqual([
    ['factors.enrollPhone', { phone: '+49305550142' }],
    ['factors.challenge', { factorId }],
  ])
})

test('A-09 while a phone is added, a code sent again replaces the first, and the error for a wrong code mentions the message', async () => {
  let messages = 0
  const withApp = account([app])
  const errors = [createRefusedCall('WRONG_CODE', 'Codes change every thirty seconds.')]
  const written = await showSection(<Factors />, {
    ...withApp,
    'factors.challenge': () => ({ ...question, challengeId: `c${(messages += 1)}` }),
    'factors.verify': () => (errors.shift() ?? withApp['factors.verify'])(),
  })
  await choose('Text message', 'Add another')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.type(await screen.findByLabelText('Phone number'), '+49 30 5550142{Enter}')
  await user.type(await screen.findByLabelText('Code'), '111111')
  await screen.findByText(/isn’t the code from the latest message/u)
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(screen.queryByText(/isn’t the code from the latest message/u)).toBeNull())
  await user.type(screen.getByLabelText('Code'), '204618')
  expect(await screen.findByText('Text message added')).toBeTruthy()
  expect(written().at(-1)).toEqual(['factors.verify', { factorId, challengeId: 'c2', code: '204618' }])
})

test('A-09 adding a security key asks for a name, then for a touch; without the touch, the person can try again', async () => {
  startRegistration.mockRejectedValueOnce(Object.assign(new Error('left'), { name: 'NotAllowedError' }))
  startRegistration.mockResolvedValue({ id: 'k', response: {}, clientExtensionResults: {} })
  await showSection(
    <Factors />,
    account([app], { 'factors.challenge': () => ({ ...question, creation: { challenge: 'abc' } }) }),
  )
  await choose('Security key')
  await userEvent.type(await screen.findByLabelText('Name'), 'Blue key{Enter}')
  expect(await screen.findByText(/No key was added/u)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Security key added')).toBeTruthy()
})

test('offers only the factors that this site and browser support', async () => {
  vi.unstubAllGlobals()
  await showSection(
    <Factors />,
    account([], { 'factors.list': () => ({ ...base, hasTextMessages: false, factors: [] }) }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Set up two-step verification' }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
    'Authenticator app',
  ])
})

test('A-09 removing the last method warns that recovery codes stop working', async () => {
  const written = await showSection(<Factors />, account([{ ...app, name: 'Old phone' }]))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Old phone' }))
  const dialog = screen.getByRole('alertdialog', { name: 'Remove Old phone?' })
  expect(dialog.textContent).toContain('Your recovery codes stop working')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Removed: Old phone')).toBeTruthy()
  expect(written()).toEqual([['factors.remove', { factorId }]])
  expect(screen.queryByText('Recovery codes')).toBeNull()
})

test('A-09 removing a method that another tab removed succeeds', async () => {
  const answers = account([app])
  await showSection(<Factors />, {
    ...answers,
    'factors.remove': () => {
      answers['factors.remove']()
      return createRefusedCall('NOT_FOUND', 'This method no longer exists. Reload the page.')()
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Authenticator app' }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Removed: Authenticator app')).toBeTruthy()
  expect(screen.queryByText(/Reload the page/u)).toBeNull()
})

test('A-09 makes new recovery codes after a confirmation, and warns when few are left', async () => {
  const written = await showSection(
    <Factors />,
    account([app], {
      'recoveryCodes.status': () => ({ left: 2, madeAt: null }),
      'recoveryCodes.renew': () => ({ codes }),
    }),
  )
  expect(await screen.findByText('few left')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Create new codes' }))
  const dialog = screen.getByRole('alertdialog')
  expect(written()).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create new codes' }))
  expect(await screen.findByText('abcd-efg9')).toBeTruthy()
  const shown = within(screen.getByRole('dialog', { name: 'Your recovery codes' }))
  // The focus starts at Copy: a hasty Enter copies the codes and closes nothing.
  await waitFor(() => expect(document.activeElement).toBe(shown.getByRole('button', { name: 'Copy' })))
  await userEvent.keyboard('{Escape}')
  expect(await shown.findByText('Save them first. They won’t be shown again.')).toBeTruthy()
  expect(document.activeElement).toBe(shown.getByRole('checkbox'))
  await userEvent.keyboard(' ')
  await userEvent.click(shown.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('A-09 the person can stop trusting all browsers', async () => {
  let trustedBrowsers = 2
  await showSection(
    <Factors />,
    account([app], {
      'factors.list': () => ({ ...base, trustedBrowsers, isThisBrowserTrusted: true, factors: [app] }),
      'factors.forgetBrowsers': () => {
        trustedBrowsers = 0
        return { forgotten: 2 }
      },
    }),
  )
  expect(await screen.findByText('2 browsers, trusted for 30 days, including this one')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove trust' }))
  expect(await screen.findByText('Every browser asks for two-step verification again.')).toBeTruthy()
  expect(screen.queryByText('Trusted browsers')).toBeNull()
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add another' })),
  )
})
