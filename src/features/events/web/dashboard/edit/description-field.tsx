import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { classNames } from '~/design/class-names'
import { TextArea } from '~/design/text-area'
import { errorMessage } from '~/platform/rpc/errors'
import { previewQuery } from '../event-queries'
import styles from './edit-page.module.css'
import type { EventEditor } from './use-event-editor'

/** The Markdown and a preview below it. Saves first, because the server renders the preview. */
export function DescriptionField({ editor, eventId }: { editor: EventEditor; eventId: string }) {
  const { values, change, findError, flush, saving } = editor
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="stack" style={{ gap: '.75rem' }}>
      <TextArea
        label="About This Event"
        rows={6}
        value={values.description}
        error={findError('description')}
        help="Markdown: **bold**, lists and links."
        onChange={(event) => change({ description: event.target.value })}
      />
      <button
        type="button"
        className={classNames('link small', styles.previewToggle)}
        aria-expanded={isShown}
        onClick={() => {
          void flush()
          setIsShown(!isShown)
        }}
      >
        {isShown ? 'Close the preview' : 'Show preview'}
      </button>
      {isShown && <Reading eventId={eventId} version={saving.version} />}
    </div>
  )
}

function Reading({ eventId, version }: { eventId: string; version: number }) {
  const query = previewQuery(eventId)
  // The text may differ in each saved version.
  const { data, error } = useQuery({
    ...query,
    queryKey: [...query.queryKey, version] as never,
    placeholderData: (old) => old,
  })
  if (error && !data) return <p className="small muted">{errorMessage(error)}</p>
  if (!data) return <p className="small faint">Loading preview</p>
  return data.descriptionHtml === '' ? (
    <p className="small faint">No description yet.</p>
  ) : (
    // The server renders the Markdown and escapes all HTML of the author.
    <div
      className={classNames('prose', styles.preview)}
      dangerouslySetInnerHTML={{ __html: data.descriptionHtml }}
    />
  )
}
