// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import {
  breakDown,
  button,
  clearInvitations,
  juno,
  openCode,
  refuse,
  renderWithToasts,
  usedCode,
} from '../testing-invitations'
import { BecomeMember } from './become-member'
import { MyInvitationsPage } from './my-invitations-page'

afterEach(() => {
  clearInvitations()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'share')
})

const mine = { codes: [openCode, usedCode], left: 2, most: 5, isPaused: false }
const noOne = { people: [], joined: 0, behind: 0 }
const sheet = () => within(screen.getByRole('region', { name: 'Your open code' }))

function serve(handlers: Parameters<typeof fakeServer>[0] = {}) {
  return fakeServer({ 'mine.list': () => mine, 'mine.people': () => noOne, ...handlers })
}
const show = () =>
  renderWithToasts(<MyInvitationsPage me={{ id: 'mara', name: 'Mara Voss', avatarUrl: null }} />)
const clipboard = () => {
  const writeText = vi.fn(async () => undefined)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  return writeText
}

test('M-06 shows the remaining allowance, the open code and the used ones', async () => {
  serve({
    'mine.list': () => ({ ...mine, codes: [{ ...openCode, note: 'For Malmö' }, usedCode] }),
  })
  await show()
  expect((await screen.findByText('2 of 5')).parentElement?.textContent).toBe('2 of 5 codes left')
  expect(sheet().getByRole('img', { name: 'K7Q2XM0R' })).toBeTruthy()
  expect(sheet().getByText('Wed 27 Nov')).toBeTruthy()
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getAllByRole('cell')[2]?.textContent)).toEqual([
    'For Malmö',
    expect.stringContaining('Juno Okafor'),
  ])
})

test('M-06 copies the code, and shares the link or copies it where sharing is unavailable', async () => {
  serve()
  await show()
  const writeText = clipboard()
  await screen.findByText('Your open code')
  await userEvent.click(sheet().getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Code copied to clipboard!')).toBeTruthy()
  expect(writeText).toHaveBeenLastCalledWith('K7Q2XM0R')
  await userEvent.click(sheet().getByRole('button', { name: 'Share link' }))
  expect(await screen.findByText('Link copied to clipboard')).toBeTruthy()
  const link = `${window.location.origin}/auth?code=K7Q2-XM0R`
  expect(writeText).toHaveBeenLastCalledWith(link)
  const share = vi.fn(async () => undefined)
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  await userEvent.click(sheet().getByRole('button', { name: 'Share link' }))
  expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: link }))
  expect(writeText).toHaveBeenCalledTimes(2)
})

test('M-06 a new code can have a note and an address, which stay typed after a failure', async () => {
  let isBroken = true
  const calls = serve({
    'mine.generate': () => (isBroken ? breakDown() : { ...openCode, sentTo: 'lea@nachtamt.example' }),
  })
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Generate' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Generate a code' }))
  const note = dialog.getByRole<HTMLInputElement>('textbox', { name: /Note/ })
  await userEvent.type(note, 'Lea')
  await userEvent.type(dialog.getByRole('textbox', { name: /Email it to/ }), 'lea@nachtamt.example')
  await userEvent.click(dialog.getByRole('button', { name: 'Generate and email' }))
  expect(await screen.findByText('Failed to generate invitation')).toBeTruthy()
  expect(note.value).toBe('Lea')
  isBroken = false
  await userEvent.click(dialog.getByRole('button', { name: 'Generate and email' }))
  expect(await screen.findByText('Invitation code generated!')).toBeTruthy()
  expect(screen.getByText('An email is on its way to lea@nachtamt.example.')).toBeTruthy()
  expect(calls.findLast(([name]) => name === 'mine.generate')).toEqual([
    'mine.generate',
    { note: 'Lea', email: 'lea@nachtamt.example' },
  ])
})

test('M-06 when no codes are left, the button “Generate” opens nothing, and the page says why', async () => {
  serve({ 'mine.list': () => ({ ...mine, left: 0 }) })
  await show()
  const generate = await screen.findByRole('button', { name: 'Generate' })
  expect(generate.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByText(/You get one back when a code expires or is revoked/).length).toBeGreaterThan(0)
  await userEvent.click(generate)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('M-06 explains paused codes, and does not offer to share them', async () => {
  serve({ 'mine.list': () => ({ ...mine, isPaused: true }) })
  await show()
  expect(await screen.findByText(/^An admin paused your codes. They can’t be used/)).toBeTruthy()
  expect(screen.queryByText('Your open code')).toBeNull()
  expect(button('Generate').getAttribute('aria-disabled')).toBe('true')
})

test('M-06 revokes the caller’s own code, and says why a used one can’t be revoked', async () => {
  let isUsed = true
  serve({
    'mine.revoke': () => (isUsed ? refuse('NOT_PENDING', 'Juno Okafor used this code a minute ago.')() : {}),
  })
  await show()
  await screen.findByText('Your open code')
  await userEvent.click(sheet().getByRole('button', { name: 'Revoke' }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('Failed to revoke invitation')).toBeTruthy()
  expect(screen.getByText('Juno Okafor used this code a minute ago.')).toBeTruthy()
  isUsed = false
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await userEvent.click(sheet().getByRole('button', { name: 'Revoke' }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('Invitation revoked')).toBeTruthy()
})

test('M-06 lists the people whom the caller invited, and their invitees', async () => {
  const joined = { hasPage: true, joinedAt: '2025-05-05T12:00:00.000Z' }
  serve({
    'mine.people': () => ({
      people: [
        {
          ...juno,
          ...joined,
          behind: 5,
          people: [{ id: 'p5', name: 'Nova Reyes', avatarUrl: null, ...joined, behind: 4, hasPage: false }],
        },
      ],
      joined: 2,
      behind: 9,
    }),
  })
  await show()
  expect(await screen.findByText('2 joined with your codes, 9 more through them.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Juno Okafor' }).getAttribute('href')).toBe('/dashboard/members/p2')
  expect(screen.getByText(/, 4 more through them/).textContent).toBe('joined 5 May 2025, 4 more through them')
  expect(screen.queryByRole('link', { name: 'Nova Reyes' })).toBeNull()
})

test('M-06 each section of the page shows its empty state, or an error that can be retried', async () => {
  let isBroken = true
  serve({
    'mine.list': () => (isBroken ? breakDown() : { ...mine, codes: [], left: null, most: null }),
  })
  await show()
  expect(await screen.findByText('Your invitations couldn’t be loaded')).toBeTruthy()
  expect(await screen.findByText(/^People who join with one of your codes appear here/)).toBeTruthy()
  isBroken = false
  await userEvent.click(button('Try again'))
  expect(await screen.findByText('No codes yet')).toBeTruthy()
  expect(screen.getByText('As many codes as you need')).toBeTruthy()
})

test('M-06 shows customers how to become a member', async () => {
  await renderWithToasts(<BecomeMember />)
  expect(screen.getByRole('heading', { level: 1, name: 'Invitations' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Request Invite' }).getAttribute('href')).toBe('/request-invite')
  expect(screen.getByRole('link', { name: 'I have a code' }).getAttribute('href')).toBe('/dashboard/settings')
})
