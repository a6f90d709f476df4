import { useQuery } from '@tanstack/react-query'
import { Avatar } from '~/design/avatar'
import { formatMutualCount } from '../rules/describe-shared-facts'
import { relationQuery } from './queries'
import styles from './network.module.css'

/** Shows `3 shared connections` on a card. Renders nothing for 0. */
export function MutualCount({ personId }: { personId: string }) {
  const { data } = useQuery({ ...relationQuery(personId), retry: false })
  return data && data.mutual.count > 0 ? (
    <p className="small muted">{formatMutualCount(data.mutual.count)}</p>
  ) : null
}

/** Shows the number of mutual connections and the first few of them. Renders nothing for 0. */
export function MutualConnections({ personId }: { personId: string }) {
  const { data } = useQuery(relationQuery(personId))
  if (!data || data.mutual.count === 0) return null
  const { count, people } = data.mutual
  const rest = count - people.length
  return (
    <section className={styles.mutual}>
      <h2 className="title-3">{formatMutualCount(count)}</h2>
      <div className="row wrap">
        <span className={styles.avatars}>
          {people.map(({ id, name, avatarUrl }) => (
            <Avatar key={id} id={id} name={name} imageUrl={avatarUrl} size={32} />
          ))}
        </span>
        <p className="small muted">
          {people.map(({ name }) => name).join(', ')}
          {rest > 0 && ` and ${rest} more`}
        </p>
      </div>
    </section>
  )
}
