import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { notify } from '~/design/toast'
import { registerLink } from '~/platform/rpc/link'
import type { CaseDetail, CaseSummary, ChatPerson } from '../../contract-shapes'

type Answers = Record<string, (input: never) => unknown>

/** Responds to calls by name and records them; a call without a response fails like a network error. */
export function fakeServer(answers: Answers): [name: string, input: unknown][] {
  const asked: [string, unknown][] = []
  registerLink({
    call: async (path, input) => {
      const name = path.at(-1) ?? ''
      asked.push([name, input])
      const answer = answers[name]
      if (answer === undefined) throw new TypeError('fetch failed')
      return answer(input as never)
    },
  })
  return asked
}

export function listenToToasts(): string[] {
  const said: string[] = []
  for (const tone of ['success', 'error', 'info'] as const)
    vi.spyOn(notify, tone).mockImplementation((text) => void said.push(`${tone}: ${text}`))
  return said
}

export function renderPart(part: ReactNode): void {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>)
}

export function clearParts(): void {
  cleanup()
  registerLink(undefined)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
}

export const marco: ChatPerson = { id: 'marco', name: 'Marco Tiele', avatarUrl: null }
export const noor: ChatPerson = { id: 'noor', name: 'Noor Haddad', avatarUrl: null }
export const temi: ChatPerson = { id: 'temi', name: 'Temi Adeyemi', avatarUrl: null }
export const deepEnd = { id: 'deep-end', name: 'Deep end' }

export function summaryOf(title: string, values: Partial<CaseSummary> = {}): CaseSummary {
  return {
    id: `case-${title}`,
    number: 'R-120',
    title,
    reason: 'spam',
    reporters: 2,
    openedAt: '2026-11-20T21:36:00.000Z',
    takenBy: null,
    isPassedToAdmin: false,
    decision: null,
    decidedAt: null,
    ...values,
  }
}

export function detailOf(summary: CaseSummary, values: Partial<CaseDetail> = {}): CaseDetail {
  return {
    ...summary,
    person: marco,
    room: deepEnd,
    quote: {
      text: 'Followers, cheap and fast',
      at: '2026-11-20T21:31:00.000Z',
      isHidden: false,
      isRemoved: false,
      isChanged: false,
    },
    around: [
      { id: 'm1', senderName: 'Temi Adeyemi', text: 'ID please.', isBefore: true },
      { id: 'm2', senderName: 'Anonymous', text: 'Seconded', isBefore: false },
    ],
    reports: [
      { reporter: noor, reason: 'spam', note: null, at: '2026-11-20T21:36:00.000Z' },
      { reporter: temi, reason: 'scam', note: 'Third room today', at: '2026-11-20T21:37:00.000Z' },
    ],
    record: { joinedAt: '2026-11-06T21:00:00.000Z', earlierReports: 1, timesMuted: 1, mutedUntil: null },
    options: ['nothing', 'hide', 'hide_and_mute', 'ban'],
    decisionReason: null,
    decidedBy: null,
    ...values,
  }
}
