import { useQuery } from '@tanstack/react-query'
import { Avatar } from '~/design/avatar'
import { mutualWords } from '../rules/shared-words'
import { relationQuery } from './queries'
import './network.css'

/** Whom both know: how many, and the first few. Draws nothing while there is nobody. */
export function MutualConnections({ personId }: { personId: string }) {
  const { data } = useQuery(relationQuery(personId))
  if (!data || data.mutual.count === 0) return null
  const { count, people } = data.mutual
  const rest = count - people.length
  return (
    <section className="nw-mutual">
      <h2 className="t3">{mutualWords(count)}</h2>
      <div className="row wrapf">
        <span className="discs">
          {people.map(({ id, name, avatarUrl }) => (
            <Avatar key={id} name={name} imageUrl={avatarUrl} size={32} />
          ))}
        </span>
        <p className="small m2">
          {people.map(({ name }) => name).join(', ')}
          {rest > 0 && ` and ${rest} more`}
        </p>
      </div>
    </section>
  )
}
