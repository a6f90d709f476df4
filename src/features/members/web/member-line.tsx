import { useQuery } from '@tanstack/react-query'
import { User } from 'lucide-react'
import { AnchorButton } from '~/design/link-button'
import { memberTypeLabel } from '../rules/member-type'
import { memberQuery } from './queries'

/** `DJ, Leeds`, for a card. Nothing for a person without a member page. */
export function MemberLine({ id }: { id: string }) {
  const { data } = useQuery({ ...memberQuery(id), retry: false })
  if (!data) return null
  return (
    <p className="muted">
      {[...data.memberTypes.map(memberTypeLabel), data.location].filter(Boolean).join(', ')}
    </p>
  )
}

/** The link to the page of a member, for a card. Nothing for a person without one. */
export function MemberLink({ id }: { id: string }) {
  const { data } = useQuery({ ...memberQuery(id), retry: false })
  if (!data) return null
  return (
    <AnchorButton variant="ghost" size="sm" icon={User} href={`/dashboard/members/${id}`}>
      View profile
    </AnchorButton>
  )
}
