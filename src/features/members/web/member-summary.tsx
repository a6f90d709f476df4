import { useQuery } from '@tanstack/react-query'
import { User } from 'lucide-react'
import { AnchorButton } from '~/design/link-button'
import { getMemberTypeLabel } from '../rules/member-type'
import { memberQuery } from './queries'

export function MemberSummary({ id }: { id: string }) {
  const { data } = useQuery({ ...memberQuery(id), retry: false })
  if (!data) return null
  return (
    <p className="muted">
      {[...data.memberTypes.map(getMemberTypeLabel), data.location].filter(Boolean).join(', ')}
    </p>
  )
}

/** Links to a member’s page from a card. Renders nothing for a person who has no page. */
export function MemberLink({ id }: { id: string }) {
  const { data } = useQuery({ ...memberQuery(id), retry: false })
  if (!data) return null
  return (
    <AnchorButton variant="ghost" size="sm" icon={User} href={`/dashboard/members/${id}`}>
      View profile
    </AnchorButton>
  )
}
