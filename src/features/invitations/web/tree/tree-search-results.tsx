import { useQuery } from '@tanstack/react-query'
import { Avatar } from '~/design/avatar'
import { Button } from '~/design/button'
import { getErrorMessage } from '~/platform/rpc/errors'
import { findInTreeQuery } from '../queries'
import styles from './tree.module.css'

export function TreeSearchResults({ q, onChoose }: { q: string; onChoose: (personId: string) => void }) {
  const { data, isError, error, isPlaceholderData, refetch } = useQuery(findInTreeQuery(q))
  const found = isPlaceholderData ? undefined : data?.found
  return (
    <div className={styles.found}>
      <output className="visually-hidden">
        {found && (found.length === 1 ? '1 member found' : `${found.length} members found`)}
      </output>
      {isError && (
        <p role="alert" className="row wrap">
          {getErrorMessage(error)}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {found?.length === 0 && <p className="muted">No members found.</p>}
      {data && data.found.length > 0 && (
        <ul aria-label="Found" aria-busy={isPlaceholderData}>
          {data.found.map(({ id, name, avatarUrl, email }) => (
            <li key={id}>
              <button type="button" onClick={() => onChoose(id)}>
                <Avatar id={id} name={name} imageUrl={avatarUrl} size={32} />
                <span>
                  <b className="bold">{name}</b>
                  <span className="small faint">{email ?? 'No email'}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
