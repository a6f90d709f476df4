// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearEditor, createDraft, EVENT, fakeEditServer, renderEditor } from './testing-edit'

beforeEach(() => void vi.stubGlobal('CSS', { escape: (text: string) => text }))
afterEach(() => {
  clearEditor()
  vi.unstubAllGlobals()
})

const tickets = { renderTickets: () => <section id="tickets" /> }

test('lets an editor require a CAPTCHA if the operator has configured one', async () => {
  const draft = createDraft({ canRequireCaptcha: true })
  const { listInputs } = fakeEditServer(draft)
  await renderEditor(draft, tickets)
  const captcha = screen.getByRole<HTMLInputElement>('switch', { name: 'Ask buyers for a CAPTCHA' })
  expect(captcha.checked).toBe(false)
  await userEvent.click(captcha)
  expect(captcha.checked).toBe(true)
  await waitFor(() => expect(listInputs('dashboard.save')).toHaveLength(1))
  expect(listInputs('dashboard.save')).toEqual([
    { id: EVENT, version: 1, changes: { requiresCaptcha: true } },
  ])
})

test('shows no switch if the operator has not configured a CAPTCHA', async () => {
  fakeEditServer(createDraft())
  await renderEditor(createDraft(), tickets)
  expect(screen.queryByRole('switch')).toBeNull()
})
