// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refusal } from '~tests/support/refusal'
import { clearParts, fakeServer, listenToToasts, renderPart } from '../moderation/testing-moderation'
import { retainTabDrafts } from '../outbox/tab-drafts'
import ReportDialog, { type ReportAbout } from './report-dialog'

let count = 0
let message: ReportAbout
let toasts: string[]

beforeEach(() => {
  count += 1
  toasts = listenToToasts()
  message = {
    kind: 'message',
    messageId: `message-${count}`,
    text: 'Followers, streams and bookings, cheap and fast, write me.',
    at: '2026-11-20T21:31:00.000Z',
    senderName: 'Marco Tiele',
    roomName: 'Deep end',
  }
})
afterEach(clearParts)

function Reported({ about }: { about: ReportAbout }) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <button onClick={() => setIsOpen(true)}>Open</button>
      {isOpen && <ReportDialog about={about} open onClose={() => setIsOpen(false)} />}
    </>
  )
}

const quoteIn = (dialog: HTMLElement) => dialog.querySelector('[class*="quote"]')?.textContent
const send = () => userEvent.click(screen.getByRole('button', { name: 'Report' }))

test('reports a message with a reason and a note, and can hide its sender', async () => {
  const asked = fakeServer({ report: () => ({}) })
  renderPart(<Reported about={message} />)
  const dialog = screen.getByRole('dialog', { name: 'Report this message' })
  expect(quoteIn(dialog)).toContain('Marco Tiele in Deep end')
  expect(quoteIn(dialog)).toContain('cheap and fast')
  const reasons = within(screen.getByRole('group', { name: 'What’s wrong with this message' })).getAllByRole(
    'radio',
  )
  expect(reasons.map((radio) => radio.closest('label')?.textContent)).toEqual([
    'Spam or advertising',
    'Insult or threat',
    'Pretends to be someone else',
    'Scam',
    'Something else',
  ])
  await userEvent.click(screen.getByRole('radio', { name: 'Spam or advertising' }))
  await userEvent.type(screen.getByRole('textbox', { name: /Tell us more/ }), ' Third room today ')
  screen.getByRole('textbox', { description: 'Moderators see your name. Marco doesn’t.' })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Hide Marco’s messages from me too' }))
  await send()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked).toEqual([
    [
      'report',
      {
        about: { kind: 'message', messageId: message.kind === 'message' && message.messageId },
        reason: 'spam',
        note: 'Third room today',
        hidePerson: true,
      },
    ],
  ])
  expect(toasts).toEqual(['success: Reported. A moderator will look at it.'])
})

test('without a reason, no report is sent and the first reason gets the focus', async () => {
  const asked = fakeServer({})
  renderPart(<Reported about={message} />)
  await send()
  expect(screen.getByRole('alert').textContent).toBe('Choose a reason.')
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Spam or advertising' }))
  expect(asked).toEqual([])
})

test('a failed report shows the error and keeps its text, even after closing and reopening the dialog', async () => {
  fakeServer({})
  renderPart(<Reported about={message} />)
  await userEvent.click(screen.getByRole('radio', { name: 'Scam' }))
  await userEvent.type(screen.getByRole('textbox'), 'A fake shop')
  await send()
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server')
  screen.getByDisplayValue('A fake shop')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  screen.getByDisplayValue('A fake shop')
  screen.getByRole('radio', { name: 'Scam', checked: true })
  expect(toasts).toEqual([])
})

test('a draft stays with its author and is not shown to the next person who signs in', async () => {
  fakeServer({})
  retainTabDrafts('mara')
  renderPart(<Reported about={message} />)
  await userEvent.type(screen.getByRole('textbox'), 'A fake shop')
  const reopenDialog = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    return screen.getByRole<HTMLTextAreaElement>('textbox').value
  }
  retainTabDrafts('mara')
  expect(await reopenDialog()).toBe('A fake shop')
  retainTabDrafts('jonas')
  expect(await reopenDialog()).toBe('')
})

test('shows an error if the message was deleted while the dialog was open', async () => {
  fakeServer({
    report: () => {
      throw refusal('NOT_FOUND', 'That message or person no longer exists.')
    },
  })
  renderPart(<Reported about={message} />)
  await userEvent.click(screen.getByRole('radio', { name: 'Scam' }))
  await send()
  expect((await screen.findByRole('alert')).textContent).toContain('That message or person no longer exists.')
})

test('reports a person without a quote', async () => {
  const asked = fakeServer({ report: () => ({}) })
  renderPart(<Reported about={{ kind: 'person', personId: 'dae', name: 'Dae-Jung Park' }} />)
  expect(quoteIn(screen.getByRole('dialog', { name: 'Report Dae-Jung Park' }))).toBeUndefined()
  await userEvent.click(screen.getByRole('radio', { name: 'Pretends to be someone else' }))
  await send()
  await waitFor(() =>
    expect(asked).toEqual([
      [
        'report',
        {
          about: { kind: 'person', personId: 'dae' },
          reason: 'impersonation',
          note: '',
          hidePerson: false,
        },
      ],
    ]),
  )
})

test('refuses a note that is too long', async () => {
  const asked = fakeServer({})
  renderPart(<Reported about={message} />)
  await userEvent.click(screen.getByRole('radio', { name: 'Scam' }))
  await userEvent.click(screen.getByRole('textbox'))
  await userEvent.paste('x'.repeat(1001))
  await send()
  screen.getByRole('textbox', { description: /Use at most 1000 characters/ })
  expect(asked).toEqual([])
})
