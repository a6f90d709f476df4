import { type InfiniteData, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { CaseDetail, CaseSummary } from '../../contract-shapes'
import { chat } from '../queries'
import { type DecisionDraft, isMuting } from './decision-draft'
import { casesQuery } from './queries'
import { decisionLabels, toMuteMinutes } from './moderation-labels'

type Case = Pick<CaseDetail, 'id' | 'number'>

function refetchCases(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: chat.cases.key() })
}

/** Takes or releases a case. `from`: the id of the moderator from whom the caller takes it over. */
export function useTakeCase({ id: caseId }: Case) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ isTaken, from = null }: { isTaken: boolean; from?: string | null }) =>
      chat.cases.take.call({ caseId, isTaken, from }),
    onError: (error) => notify.error(getErrorMessage(error)),
    onSettled: () => refetchCases(queryClient),
  })
}

export function usePassCaseToAdmin({ id: caseId, number }: Case, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => chat.cases.pass.call({ caseId }),
    onSuccess: () => {
      notify.success(`${number} was passed to an admin`)
      removeFromQueue(queryClient, caseId)
      onDone()
    },
    onError: (error) => notify.error(getErrorMessage(error)),
    onSettled: () => refetchCases(queryClient),
  })
}

export type Decided = Required<DecisionDraft> & { decision: NonNullable<DecisionDraft['decision']> }

export function useDecideCase({ id: caseId, number }: Case, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ decision, mute, reason }: Decided) =>
      chat.cases.decide.call({
        caseId,
        decision,
        reason: reason,
        ...(isMuting(decision) ? { minutes: toMuteMinutes(mute) } : {}),
      }),
    onSuccess: (_done, { decision }) => {
      const { past } = decisionLabels[decision]
      notify.success(decision === 'nothing' ? `${number} closed` : `${number} closed: ${past.toLowerCase()}`)
      removeFromQueue(queryClient, caseId)
      onDone()
    },
    onError: (error) => notify.error(getErrorMessage(error)),
    onSettled: () => refetchCases(queryClient),
  })
}

/** Removes a closed case from the list without waiting for a reload. */
function removeFromQueue(queryClient: QueryClient, caseId: string): void {
  type Pages = InfiniteData<{ cases: CaseSummary[]; nextCursor: string | null }, string | undefined>
  for (const tab of ['open', 'mine'] as const)
    queryClient.setQueryData<Pages>(
      casesQuery(tab).queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            cases: page.cases.filter(({ id }) => id !== caseId),
          })),
        },
    )
}
