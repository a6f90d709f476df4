// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import {
  breakDown,
  button,
  clearInvitations,
  counts,
  mara,
  refuse,
  renderInvitations,
  request,
} from '../testing-invitations'

afterEach(clearInvitations)

const toList = (...requests: object[]) => ({ requests, nextCursor: null })
const marco = { ...request, id: 'r2', fullName: 'Marco Tiele', email: 'marco@tiele.example', vouchedBy: null }

/** Fakes a server with two pending requests, until they are answered. */
function serve(handlers: Parameters<typeof fakeServer>[0] = {}) {
  const answered = new Set<string>()
  const asked = fakeServer({
    ...counts,
    'requests.list': () => toList(...[request, marco].filter(({ id }) => !answered.has(id))),
    'requests.approve': ({ id }: { id: string }) => {
      answered.add(id)
      return { code: 'K7Q2XM0R', account: 'none' }
    },
    'requests.decline': ({ id }: { id: string }) => {
      answered.add(id)
      return {}
    },
    ...handlers,
  })
  return { asked, answered }
}
const card = (name: string) => {
  const item = screen.getByRole('heading', { name }).closest('li')
  if (!item) throw new Error(`no card of ${name}`)
  return within(item)
}

test('AD-09 a card shows the requester, their text, reference and waiting time', async () => {
  serve()
  await renderInvitations({ tab: 'requests' })
  expect(await screen.findByText('“Runs a Thursday.”', { selector: 'li:first-child *' })).toBeTruthy()
  expect(card('Lea Hartmann').getByText(/^Vouched for by Juno Okafor, requested/).textContent).toContain(
    '2 days ago',
  )
  expect(card('Marco Tiele').getByText(/^No one vouches for them, requested/)).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Requests (6)' })).toBeTruthy()
})

test('AD-09 approving takes one click and says whether an email was sent', async () => {
  const { asked } = serve()
  await renderInvitations({ tab: 'requests' })
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Lea Hartmann' }))
  expect(await screen.findByText('Lea Hartmann is approved')).toBeTruthy()
  expect(screen.getByText('An email with a code is on its way to lea@nachtamt.example.')).toBeTruthy()
  expect(asked).toContainEqual(['requests.approve', { id: 'r1' }])
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Lea Hartmann' })).toBeNull())
})

test('AD-09 declining asks first, sends only a typed message, and keeps it after a failure', async () => {
  let isBroken = true
  const sent: unknown[] = []
  serve({
    'requests.decline': (input) => {
      if (isBroken) breakDown()
      sent.push(input)
      return {}
    },
  })
  await renderInvitations({ tab: 'requests' })
  await userEvent.click(await screen.findByRole('button', { name: 'Decline Lea Hartmann' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Decline Lea Hartmann?' }))
  expect(dialog.getByText('Without a message, no email is sent.')).toBeTruthy()
  const field = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /Message/ })
  await userEvent.type(field, 'Come by on a Thursday.')
  expect(dialog.getByText('Your message goes to lea@nachtamt.example.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }))
  expect(await screen.findByText('Failed to decline request')).toBeTruthy()
  expect(field.value).toBe('Come by on a Thursday.')
  isBroken = false
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }))
  expect(await screen.findByText('Your message is on its way to lea@nachtamt.example.')).toBeTruthy()
  expect(sent).toEqual([{ id: 'r1', message: 'Come by on a Thursday.' }])
})

test('AD-09 a request that another admin answered stays in place with a message until dismissed', async () => {
  const { answered } = serve({
    'requests.approve': ({ id }: { id: string }) => {
      answered.add(id)
      return refuse('ANSWERED', 'Juno Okafor declined this request 2 minutes ago.')()
    },
  })
  await renderInvitations({ tab: 'requests' })
  await userEvent.click(await screen.findByRole('button', { name: 'Approve Lea Hartmann' }))
  const sentence = await screen.findByText('Juno Okafor declined this request 2 minutes ago.')
  await waitFor(() => expect(sentence.closest('[tabindex]')).toBe(document.activeElement))
  expect(card('Lea Hartmann').queryByRole('button', { name: /Approve/ })).toBeNull()
  expect(button('Approve Marco Tiele')).toBeTruthy()
  await userEvent.click(button('Dismiss Lea Hartmann'))
  expect(screen.queryByRole('heading', { name: 'Lea Hartmann' })).toBeNull()
})

test('AD-09 an answered request shows the admin, their message and the status of the code', async () => {
  const done = {
    ...request,
    status: 'approved',
    answeredBy: mara,
    answeredAt: new Date(Date.now() - 3_600_000).toISOString(),
    code: { id: 'c1', code: 'K7Q2XM0R', status: 'used' },
  }
  const refused = {
    ...marco,
    status: 'declined',
    answeredBy: null,
    answeredAt: null,
    answerMessage: 'Not yet.',
  }
  fakeServer({
    ...counts,
    'requests.list': ({ status }: { status: string }) =>
      status === 'answered' ? toList(done, refused) : toList(),
  })
  const steps = await renderInvitations({ tab: 'requests' })
  expect(await screen.findByText('No requests waiting')).toBeTruthy()
  await userEvent.click(button('Answered 2'))
  expect(steps.at(-1)).toEqual({ tab: 'requests', answered: true })
  expect((await screen.findByText(/by Mara Voss, 1 hour ago/)).textContent).toContain('K7Q2XM0R (used)')
  expect(screen.getByText('by a deleted account')).toBeTruthy()
  expect(screen.getByText('“Not yet.”')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull()
})

test('AD-09 a failed list of requests can be retried', async () => {
  let isBroken = true
  serve({ 'requests.list': () => (isBroken ? breakDown() : toList(request)) })
  await renderInvitations({ tab: 'requests' })
  await screen.findByText('Failed to load invitations')
  isBroken = false
  await userEvent.click(button('Try again'))
  expect(await screen.findByRole('heading', { name: 'Lea Hartmann' })).toBeTruthy()
})
