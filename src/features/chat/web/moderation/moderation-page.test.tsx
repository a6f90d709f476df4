// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { refusal } from '~tests/support/refusal'
import type { CaseDetail, CaseSummary } from '../../contract-shapes'
import type { Moderator } from './moderator'
import { ModerationScreen } from './testing-screen'
import {
  clearParts,
  detailOf,
  fakeServer,
  listenToToasts,
  noor,
  renderPart,
  summaryOf,
  temi,
} from './testing-moderation'

const idOf = (number: number) => `0192a0b0-0000-7000-8000-00000000000${number}`
const me: Moderator = { id: noor.id, isAdmin: false }
let toasts: string[]
let open: CaseDetail[]
let closed: CaseDetail[]

beforeEach(() => {
  toasts = listenToToasts()
  open = ['Message in Deep end', 'Message in Gear swap', 'Dae-Jung Park'].map((title, index) =>
    detailOf(summaryOf(title, { id: idOf(index), number: `R-${120 - index}` })),
  )
  closed = []
})
afterEach(clearParts)

function serve(refusing: Record<string, () => never> = {}) {
  const change = (caseId: string, values: Partial<CaseDetail>) => {
    open = open.map((one) => (one.id === caseId ? { ...one, ...values } : one))
    closed = [...closed, ...open.filter((one) => one.decision)]
    open = open.filter((one) => !one.decision)
    return {}
  }
  const listed = ({ tab }: { tab: string }): CaseSummary[] =>
    tab === 'closed' ? closed : tab === 'mine' ? open.filter((one) => one.takenBy?.id === me.id) : open
  return fakeServer({
    counts: () => ({
      open: open.length,
      mine: listed({ tab: 'mine' }).length,
      closed: closed.length,
      oldestAt: open.length > 0 ? new Date(Date.now() - 40.9 * 60_000).toISOString() : null,
    }),
    list: (input: { tab: string }) => ({ cases: listed(input), nextCursor: null }),
    get: ({ caseId }: { caseId: string }) => [...open, ...closed].find(({ id }) => id === caseId),
    take: ({ caseId, isTaken }: { caseId: string; isTaken: boolean }) =>
      change(caseId, { takenBy: isTaken ? noor : null }),
    pass: ({ caseId }: { caseId: string }) => {
      open = open.filter(({ id }) => id !== caseId)
      return {}
    },
    decide: ({ caseId, decision, reason }: { caseId: string; decision: 'nothing'; reason: string }) =>
      change(caseId, {
        decision,
        decisionReason: reason,
        decidedBy: noor,
        decidedAt: '2026-11-20T21:48:00.000Z',
        options: [],
      }),
    ...refusing,
  })
}

const heading = (name: string) => screen.findByRole('heading', { level: 2, name })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const getReasonField = () => screen.getByRole('textbox', { name: /^Reason, / })

test('shows the number of open reports, their list, and the context of the first report', async () => {
  serve()
  renderPart(<ModerationScreen me={me} />)
  await heading('Message in Deep end')
  await screen.findByText('open, the oldest 40 minutes', { exact: false })
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Open (3)',
    'Mine (0)',
    'Closed (0)',
  ])
  const links = within(screen.getByRole('list', { name: 'Reports' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['true', null, null])
  expect(links[0]?.textContent).toContain('Spam or advertising, from 2 people')
  const detail = screen.getByRole('article').textContent
  for (const words of [
    'Temi Adeyemi ID please.',
    'Followers, cheap and fast',
    'Anonymous Seconded',
    'Reported forSpam or advertising, Scam',
    'Temi Adeyemi: “Third room today”, and 1 other report',
    '1 report before, muted once',
  ])
    expect(detail).toContain(words)
})

test('a decision with a reason opens the next report and focuses its heading', async () => {
  const asked = serve()
  renderPart(<ModerationScreen me={me} />)
  await heading('Message in Deep end')
  await userEvent.click(screen.getByRole('radio', { name: 'Hide and mute' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Mute for' }), '1 hour')
  expect(getReasonField()).toBe(screen.getByRole('textbox', { name: 'Reason, shown to Marco' }))
  await userEvent.type(getReasonField(), 'Advertising, third room today')
  await press('Decide and open next')
  const next = await heading('Message in Gear swap')
  await waitFor(() => expect(document.activeElement).toBe(next))
  expect(toasts).toEqual(['success: R-120 closed: hidden and muted'])
  expect(asked).toContainEqual([
    'decide',
    {
      caseId: idOf(0),
      decision: 'hide_and_mute',
      minutes: 60,
      reason: 'Advertising, third room today',
    },
  ])
  await screen.findByRole('tab', { name: 'Closed (1)' })
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  expect(getReasonField()).toHaveProperty('value', '')
})

test('refuses to decide without a decision and a reason, and focuses the missing field', async () => {
  const asked = serve()
  renderPart(<ModerationScreen me={me} />)
  await heading('Message in Deep end')
  await press('Decide and open next')
  expect(screen.getByRole('alert').textContent).toBe('Choose a decision.')
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Nothing' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Nothing' }))
  expect(getReasonField()).toBe(screen.getByRole('textbox', { name: 'Reason, for the audit log' }))
  await press('Decide and open next')
  screen.getByRole('textbox', { description: 'Enter a reason.' })
  expect(document.activeElement).toBe(getReasonField())
  expect(asked.map(([name]) => name)).not.toContain('decide')
})

test('the first choice takes the case, which can be released', async () => {
  const asked = serve()
  renderPart(<ModerationScreen me={me} />)
  await heading('Message in Deep end')
  await userEvent.click(screen.getByRole('radio', { name: 'Nothing' }))
  await screen.findByText('Taken by you')
  await press('Release report')
  await screen.findByRole('button', { name: 'Take report' })
  expect(asked.filter(([name]) => name === 'take').map(([, input]) => input)).toEqual([
    { caseId: idOf(0), isTaken: true, from: null },
    { caseId: idOf(0), isTaken: false, from: null },
  ])
})

test("a case of another moderator can't be decided before taking it over", async () => {
  open = open.map((one) => ({ ...one, takenBy: temi }))
  const asked = serve()
  renderPart(<ModerationScreen me={me} />)
  await screen.findByText('Temi Adeyemi is working on this report.')
  expect(screen.queryByRole('button', { name: 'Decide and open next' })).toBeNull()
  await press('Take over report')
  await screen.findByRole('button', { name: 'Decide and open next' })
  expect(asked).toContainEqual(['take', { caseId: idOf(0), isTaken: true, from: temi.id }])
})

test('if another moderator decides first, says so and shows their decision', async () => {
  serve({
    decide: () => {
      const [first, ...rest] = open
      if (first)
        closed = [
          { ...first, decision: 'hide', decisionReason: 'Spam', decidedBy: temi, decidedAt: first.openedAt },
        ]
      open = rest
      throw refusal('DECIDED', 'This report has already been decided.')
    },
  })
  renderPart(<ModerationScreen me={me} />)
  await heading('Message in Deep end')
  await userEvent.click(screen.getByRole('radio', { name: 'Nothing' }))
  await userEvent.type(getReasonField(), 'Fine')
  await press('Decide and open next')
  const outcome = await screen.findByRole('region', { name: 'Decision' })
  expect(outcome.textContent).toContain('Message hidden: SpamTemi Adeyemi')
  expect(toasts).toEqual(['error: This report has already been decided.'])
})

test('a failed decision keeps the choice and the reason', async () => {
  serve({
    decide: () => {
      throw new TypeError('fetch failed')
    },
  })
  renderPart(<ModerationScreen me={me} />)
  await heading('Message in Deep end')
  await userEvent.click(screen.getByRole('radio', { name: 'Ban from the room' }))
  await userEvent.type(getReasonField(), 'Spam')
  await press('Decide and open next')
  await waitFor(() => expect(toasts).toHaveLength(1))
  screen.getByRole('radio', { name: 'Ban from the room', checked: true })
  screen.getByDisplayValue('Spam')
})

test('viewing another case keeps the draft', async () => {
  serve()
  renderPart(<ModerationScreen me={me} />)
  await heading('Message in Deep end')
  await userEvent.type(getReasonField(), 'Half a thought')
  await userEvent.click(screen.getByRole('link', { name: /Gear swap/ }))
  const next = await heading('Message in Gear swap')
  await waitFor(() => expect(document.activeElement).toBe(next))
  expect(getReasonField()).toHaveProperty('value', '')
  await userEvent.click(screen.getByRole('link', { name: /Deep end/ }))
  await heading('Message in Deep end')
  screen.getByDisplayValue('Half a thought')
})

test('passing a case to an admin removes it from the queue; admins have no such button', async () => {
  serve()
  renderPart(<ModerationScreen me={me} />)
  await heading('Message in Deep end')
  await press('Pass to an admin')
  await heading('Message in Gear swap')
  expect(toasts).toEqual(['success: R-120 was passed to an admin'])
  clearParts()
  serve()
  renderPart(<ModerationScreen me={{ id: 'ada', isAdmin: true }} />)
  await heading('Message in Gear swap')
  expect(screen.queryByRole('button', { name: 'Pass to an admin' })).toBeNull()
})

test('other moderators can only view a case passed to an admin', async () => {
  open = open.map((one) => ({ ...one, isPassedToAdmin: true }))
  serve()
  renderPart(<ModerationScreen me={me} />)
  await screen.findByText('This report was passed to an admin.')
  expect(screen.queryByRole('button', { name: 'Decide and open next' })).toBeNull()
})

test('offers only possible decisions', async () => {
  open = open.map((one) => ({ ...one, quote: null, room: null, around: [], options: ['nothing', 'mute'] }))
  serve()
  renderPart(<ModerationScreen me={me} />)
  await heading('Message in Deep end')
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
    'nothing',
    'mute',
  ])
})

test('after the last decision, says that no reports are open', async () => {
  open = open.slice(0, 1)
  serve()
  renderPart(<ModerationScreen me={me} />)
  await heading('Message in Deep end')
  await userEvent.click(screen.getByRole('radio', { name: 'Nothing' }))
  await userEvent.type(getReasonField(), 'Fine{Enter}')
  const nothing = await screen.findByText('Reports from chat appear here.')
  expect(toasts).toEqual(['success: R-120 closed'])
  // If `body` had the focus, screen readers would lose their place in the queue.
  expect(document.activeElement?.contains(nothing)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})

test('shows decision, moderator and reason of closed cases', async () => {
  closed = open.map((one) => ({
    ...one,
    decision: 'nothing',
    decisionReason: 'A joke between friends',
    decidedBy: temi,
    decidedAt: '2026-11-20T10:30:00.000Z',
    options: [],
  }))
  open = []
  serve()
  renderPart(<ModerationScreen me={me} />)
  await screen.findByText('Reports from chat appear here.')
  await userEvent.click(screen.getByRole('tab', { name: 'Closed (3)' }))
  const outcome = await screen.findByRole('region', { name: 'Decision' })
  expect(outcome.textContent).toContain('Nothing: A joke between friends')
  expect(outcome.textContent).toMatch(/Temi Adeyemi, Fri 20 Nov/)
})

test('offers a retry if the queue or a case fails to load', async () => {
  fakeServer({})
  renderPart(<ModerationScreen me={me} />)
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach the server')
  serve({
    get: () => {
      throw refusal('NOT_FOUND', 'Report not found')
    },
  })
  await press('Try again')
  expect((await screen.findByRole('alert')).textContent).toContain('Report not found')
  serve()
  await press('Try again')
  await heading('Message in Deep end')
})
