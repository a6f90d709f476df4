// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerLink } from '~/platform/rpc/link'
import type { Settlement } from '../../contract-settlement'
import { createQuestion, createSettlement } from './testing-settlement'
import { getSheet, openSettlementPage, pressButton, refuseWith } from './testing-settlement-page'

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  registerLink(undefined)
  vi.unstubAllGlobals()
})

test('questions a figure, and keeps the text when the call fails', async () => {
  const question = vi.fn((_input: never): Settlement => {
    throw new TypeError('offline')
  })
  const calls = await openSettlementPage({ side: 'dj' }, { 'settlement.question': question })
  await pressButton('Question a figure')
  const dialog = within(await screen.findByRole('dialog', { name: 'Question a figure' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Question figure' }))
  expect(dialog.getByText('Choose a figure.')).toBeTruthy()
  expect(dialog.getByText('Enter a reason.')).toBeTruthy()
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Figure' }), 'Sound engineer, €320.00')
  await userEvent.type(dialog.getByRole('textbox', { name: /^Amount you expect/u }), '280')
  const reason = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' })
  await userEvent.type(reason, 'We agreed €280.00.')
  expect(dialog.getByText('Jonas, Mara and Juno see this. No one is paid until it’s resolved.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Question figure' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('We couldn’t reach the server.')
  expect(reason.value).toBe('We agreed €280.00.')
  question.mockImplementation(() =>
    createSettlement({ side: 'dj', state: 'questioned', questions: [createQuestion()] }),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Question figure' }))
  expect(await screen.findByRole('button', { name: 'Withdraw question' })).toBeTruthy()
  expect(calls).toContainEqual([
    'settlement.question',
    { eventId: 'e1', figure: 'cost:b-mara:0', expectedCents: 28_000, reason: 'We agreed €280.00.' },
  ])
})

test('a sheet with one side can be accepted, not questioned', async () => {
  await openSettlementPage({ state: 'ready', sides: createSettlement().sides.slice(0, 1) })
  expect(await screen.findByRole('button', { name: 'Accept settlement' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Question a figure' })).toBeNull()
})

test('the organizer corrects a questioned cost', async () => {
  const calls = await openSettlementPage(
    { state: 'questioned', questions: [createQuestion()] },
    { 'settlement.resolve': () => createSettlement() },
  )
  expect(screen.getByText('Mara Voss questions 1 figure.').parentElement?.textContent).toContain(
    'Correct the figure, or confirm it with a message.',
  )
  const costs = within(screen.getByRole('region', { name: 'Agreed costs' }))
  expect(costs.getByText('Mara Voss questions this figure').parentElement?.textContent).toBe(
    'Mara Voss questions this figure, Sun 13 Dec, 12:10: “We agreed €280.00.” Mara expects €280.00.',
  )
  expect(getSheet().getByText('On hold')).toBeTruthy()
  expect(
    getSheet().getByText('A correction can change every share. All 3 sides must accept again.'),
  ).toBeTruthy()
  await pressButton('Correct to €280.00')
  expect(await screen.findByRole('button', { name: 'Accept settlement' })).toBeTruthy()
  expect(calls).toContainEqual([
    'settlement.resolve',
    { eventId: 'e1', questionId: 'q1', resolution: 'corrected' },
  ])
})

test('the organizer confirms a figure with a message that all sides see', async () => {
  const confirmed = createQuestion({ resolution: 'confirmed', reply: 'The cable is included.' })
  const calls = await openSettlementPage(
    { state: 'questioned', questions: [createQuestion({ expectedCents: null, isCorrectable: false })] },
    { 'settlement.resolve': () => createSettlement({ questions: [confirmed] }) },
  )
  expect(screen.queryByRole('button', { name: /^Correct/u })).toBeNull()
  expect(screen.getByText('Mara Voss questions 1 figure.').parentElement?.textContent).toContain(
    'resolve this. Confirm the figure with a message.',
  )
  await pressButton('Confirm €320.00')
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm €320.00' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm €320.00' }))
  expect(dialog.getByText('Enter a message.')).toBeTruthy()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Message' }), 'The cable is included.')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm €320.00' }))
  expect((await screen.findByText('Jonas Wirth confirmed this figure')).parentElement?.textContent).toBe(
    'Jonas Wirth confirmed this figure: “The cable is included.”',
  )
  expect(screen.getByText('Mara Voss questioned this figure').parentElement?.textContent).toBe(
    'Mara Voss questioned this figure, Sun 13 Dec, 12:10: “We agreed €280.00.” Mara expected €280.00.',
  )
  expect(calls).toContainEqual([
    'settlement.resolve',
    { eventId: 'e1', questionId: 'q1', resolution: 'confirmed', reply: 'The cable is included.' },
  ])
})

test('the person who questioned a figure withdraws the question', async () => {
  const calls = await openSettlementPage(
    { side: 'dj', state: 'questioned', questions: [createQuestion()] },
    { 'settlement.resolve': refuseWith('QUESTION_CLOSED', 'This question is already resolved.') },
  )
  expect(screen.queryByRole('button', { name: /^(?:Correct|Confirm)/u })).toBeNull()
  await pressButton('Withdraw question')
  expect(await screen.findByText('This question is already resolved.')).toBeTruthy()
  expect(calls).toContainEqual([
    'settlement.resolve',
    { eventId: 'e1', questionId: 'q1', resolution: 'withdrawn' },
  ])
})
