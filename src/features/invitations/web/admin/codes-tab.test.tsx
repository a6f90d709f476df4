// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import {
  breakDown,
  button,
  clearInvitations,
  counts,
  openCode,
  refuse,
  renderInvitations,
  usedCode,
} from '../testing-invitations'

afterEach(() => {
  clearInvitations()
  vi.restoreAllMocks()
})

const page = { from: 1, nextCursor: null, previousCursor: null }
const toList =
  (...codes: object[]) =>
  () => ({ ...page, codes })
const row = (code: string) => screen.getByRole('row', { name: new RegExp(code) })
const clipboard = (write: () => Promise<void>) =>
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: write }, configurable: true })

test('AD-09 a row shows code, status, creator and user, and “Never” if it does not expire', async () => {
  fakeServer({ ...counts, 'codes.list': toList(openCode, usedCode) })
  await renderInvitations()
  expect(await screen.findByRole('img', { name: 'K7Q2XM0R' })).toBeTruthy()
  expect(
    within(row('K7Q2XM0R'))
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([
    'K7Q2XM0R',
    'pending',
    expect.stringContaining('Mara Voss'),
    'No one',
    'Expires 27 Nov 2030',
    'Today',
    'CopyRevoke',
  ])
  expect(row('B41TZZ9C').textContent).toContain('Never')
  expect(within(row('B41TZZ9C')).getByRole('link', { name: 'Juno Okafor' })).toBeTruthy()
  expect(within(row('B41TZZ9C')).queryByRole('button', { name: /Revoke/ })).toBeNull()
  expect(screen.getByRole('tab', { name: 'Codes (1,204)' })).toBeTruthy()
  expect(screen.getByText('1–2 of 1,204')).toBeTruthy()
})

test('AD-09 filter, search and page are in the URL', async () => {
  const calls = fakeServer({
    ...counts,
    'codes.list': () => ({ ...page, codes: [openCode], nextCursor: 'further' }),
  })
  const steps = await renderInvitations()
  await userEvent.click(await screen.findByRole('button', { name: 'Pending 37' }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search codes' }), 'mara')
  await waitFor(() => expect(steps.at(-1)).toEqual({ status: 'pending', q: 'mara' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }))
  expect(steps.at(-1)).toEqual({ status: 'pending', q: 'mara', after: 'further' })
  await waitFor(() =>
    expect(calls.findLast(([name]) => name === 'codes.list')).toEqual([
      'codes.list',
      { status: 'pending', q: 'mara', after: 'further' },
    ]),
  )
})

test('AD-09 one click generates a code that can be copied from the toast on any tab', async () => {
  const fresh = { ...openCode, id: 'c9', code: 'NEW0CODE' }
  const made: unknown[] = []
  fakeServer({
    ...counts,
    'codes.list': () => ({ ...page, codes: made.length > 0 ? [fresh, usedCode] : [usedCode] }),
    'codes.generate': (input) => {
      made.push(input)
      return { codes: [fresh], alreadyMembers: [] }
    },
  })
  const write = vi.fn(async () => undefined)
  clipboard(write)
  const steps = await renderInvitations({ status: 'used' })
  await screen.findByRole('img', { name: 'B41TZZ9C' })
  await userEvent.click(button('Generate'))
  expect(await screen.findByText('Invitation code generated!')).toBeTruthy()
  expect(made).toEqual([{}])
  expect(steps.at(-1), 'returns to the first page').toEqual({})
  expect(await screen.findByRole('row', { name: /NEW0CODE, new/ })).toBeTruthy()
  await userEvent.click(button('Copy'))
  expect(await screen.findByText('Code copied to clipboard!')).toBeTruthy()
  expect(write).toHaveBeenCalledWith('NEW0CODE')
})

test('AD-09 shows the new code itself if the browser doesn’t allow copying', async () => {
  fakeServer({ ...counts, 'codes.list': toList(openCode) })
  clipboard(() => Promise.reject(new Error('not allowed')))
  document.execCommand = () => false
  await renderInvitations()
  await userEvent.click(await screen.findByRole('button', { name: 'Copy K7Q2XM0R' }))
  expect(await screen.findByText('The code is K7Q2XM0R.')).toBeTruthy()
  document.execCommand = () => true
  await userEvent.click(button('Copy K7Q2XM0R'))
  expect(await screen.findByText('Code copied to clipboard!'), 'falls back to execCommand').toBeTruthy()
})

test('AD-09 revoking a code asks first and shows a confirmation, and focus stays in the row', async () => {
  let isRevoked = false
  const calls = fakeServer({
    ...counts,
    'codes.list': () => ({ ...page, codes: [{ ...openCode, status: isRevoked ? 'revoked' : 'pending' }] }),
    'codes.revoke': () => {
      isRevoked = true
      return {}
    },
  })
  await renderInvitations()
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke K7Q2XM0R' }))
  const dialog = screen.getByRole('alertdialog', { name: 'Revoke K7Q2XM0R?' })
  expect(dialog.textContent).toContain('You can’t undo this.')
  expect(calls.some(([name]) => name === 'codes.revoke')).toBe(false)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('Invitation revoked')).toBeTruthy()
  await waitFor(() => expect(row('K7Q2XM0R').textContent).toContain('revoked'))
  await waitFor(() => expect(document.activeElement).toBe(button('Copy K7Q2XM0R')))
})

test('AD-09 says why a used code cannot be revoked, and refetches the list', async () => {
  const calls = fakeServer({
    ...counts,
    'codes.list': toList(openCode),
    'codes.revoke': refuse('NOT_PENDING', 'Juno Okafor used this code 2 minutes ago.'),
  })
  await renderInvitations()
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke K7Q2XM0R' }))
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('Failed to revoke invitation')).toBeTruthy()
  expect(screen.getByText('Juno Okafor used this code 2 minutes ago.')).toBeTruthy()
  await waitFor(() => expect(calls.filter(([name]) => name === 'codes.list')).toHaveLength(2))
})

test('AD-09 a list that fails to load shows an error and a toast, and can be retried', async () => {
  let isBroken = true
  fakeServer({ ...counts, 'codes.list': () => (isBroken ? breakDown() : toList(openCode)()) })
  await renderInvitations()
  expect(await screen.findByText('Failed to load invitations')).toBeTruthy()
  isBroken = false
  await userEvent.click(button('Try again'))
  expect(await screen.findByRole('img', { name: 'K7Q2XM0R' })).toBeTruthy()
})

test('AD-09 an empty list and a search without results have different messages', async () => {
  fakeServer({ ...counts, 'codes.list': toList() })
  const steps = await renderInvitations()
  expect(await screen.findByText('No codes yet')).toBeTruthy()
  await userEvent.click(button('Revoked 44'))
  await userEvent.click(await screen.findByRole('button', { name: 'Show all codes' }))
  expect(steps.at(-1)).toEqual({})
})

test('AD-09 emails an open code; an invalid address shows an error and stays in the field', async () => {
  const sent: unknown[] = []
  fakeServer({
    ...counts,
    'codes.list': toList(openCode),
    'codes.send': (input: { email: string }) => {
      if (!input.email.includes('.'))
        return refuse('BAD_REQUEST', 'Enter an address such as name@example.com.', 400)()
      sent.push(input)
      return { account: 'customer' }
    },
  })
  await renderInvitations()
  await userEvent.click(await screen.findByRole('button', { name: 'Options for K7Q2XM0R' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Send by email…' }))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' })
  await userEvent.click(button('Send'))
  expect(screen.getByText('Enter an email address.')).toBeTruthy()
  await userEvent.type(field, 'lea@nachtamt')
  await userEvent.click(button('Send'))
  expect(await screen.findByText('Enter an address such as name@example.com.')).toBeTruthy()
  expect(field.value).toBe('lea@nachtamt')
  await userEvent.type(field, '.example')
  await userEvent.click(button('Send'))
  expect(await screen.findByText('The code is on its way to lea@nachtamt.example')).toBeTruthy()
  expect(sent).toEqual([{ id: 'c1', email: 'lea@nachtamt.example' }])
})
