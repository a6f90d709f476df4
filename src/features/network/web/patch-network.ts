import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Connection, Counts, Member, Person, Relation, RelationState } from '../contract'
import { network } from './queries'

export type Change = { personId: string; name: string } & (
  | { kind: 'request'; note: string }
  | { kind: 'accept' | 'decline' | 'reopen' | 'withdraw' | 'remove'; connectionId: string }
  | { kind: 'block' | 'unblock' }
)

type Pages<Page> = InfiniteData<Page & { nextCursor: string | null }>

const after: Record<Change['kind'], RelationState> = {
  request: 'requested',
  accept: 'connected',
  decline: 'none',
  reopen: 'incoming',
  withdraw: 'none',
  remove: 'none',
  block: 'none',
  unblock: 'none',
}

const counted: Partial<Record<Change['kind'], Partial<Counts>>> = {
  request: { sent: 1 },
  accept: { pending: -1, connections: 1 },
  decline: { pending: -1 },
  reopen: { pending: 1 },
  withdraw: { sent: -1 },
  remove: { connections: -1 },
}

/** Applies the change to every cached list before the server responds. Returns a function that reverts it. */
export function patchNetwork(queryClient: QueryClient, change: Change): () => void {
  const before = queryClient.getQueriesData({ queryKey: network.key() })
  const isOther = ({ id }: Person) => id !== change.personId
  if (change.kind === 'unblock')
    patchPages<{ people: Person[] }>(queryClient, network.listBlocked.key(), (page) => ({
      ...page,
      people: page.people.filter(isOther),
    }))
  else if (change.kind !== 'request')
    patchPages<{ connections: Connection[] }>(queryClient, network.list.key(), (page) => ({
      ...page,
      connections: page.connections.filter(({ person }) => isOther(person)),
    }))
  patchPages<{ members: Member[] }>(queryClient, network.listMembers.key(), (page) => ({
    ...page,
    members: page.members.flatMap((member) => {
      if (isOther(member.person)) return [member]
      return change.kind === 'block' ? [] : [{ ...member, relation: predictStatus(change) }]
    }),
  }))
  queryClient.setQueryData<Relation>(
    network.relation.queryKey({ input: { id: change.personId } }),
    (relation) => relation && { ...relation, ...predictStatus(change) },
  )
  const steps = counted[change.kind]
  if (steps)
    queryClient.setQueriesData<Counts>({ queryKey: network.counts.key() }, (counts) => {
      const addStep = (name: keyof Counts) => Math.max(0, (counts?.[name] ?? 0) + (steps[name] ?? 0))
      return (
        counts && { connections: addStep('connections'), pending: addStep('pending'), sent: addStep('sent') }
      )
    })
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data)
  }
}

function predictStatus(change: Change): Member['relation'] {
  return {
    state: after[change.kind],
    connectionId:
      'connectionId' in change && (change.kind === 'accept' || change.kind === 'reopen')
        ? change.connectionId
        : null,
    note: change.kind === 'request' ? change.note || null : null,
    requestAgainAt: null,
  }
}

function patchPages<Page>(
  queryClient: QueryClient,
  queryKey: readonly unknown[],
  patch: (page: Page & { nextCursor: string | null }) => Page & { nextCursor: string | null },
): void {
  queryClient.setQueriesData<Pages<Page>>(
    { queryKey },
    (data) => data && { ...data, pages: data.pages.map(patch) },
  )
}
