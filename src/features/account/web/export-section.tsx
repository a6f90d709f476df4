import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { AnchorButton } from '~/design/link-button'
import { formatFileSize } from '~/design/picture/picture-file'
import { notify } from '~/design/toast'
import { useFocusFallback } from '~/design/use-focus-fallback'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatClock, formatShortDate, formatShortDay } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { ExportState } from '../contract-shapes'
import { type Reauthentication, runDirectly, isNeverCancelled } from './reauthentication'
import { account, exportQuery } from './queries'
import styles from './own-data.module.css'

type ExportSectionProps = Partial<Reauthentication>

/** Requests the file with all data about the person, waits for it and downloads it. */
export function ExportSection({
  withReauthentication = runDirectly,
  isReauthenticationCancelled = isNeverCancelled,
}: ExportSectionProps) {
  const { data } = useSuspenseQuery(exportQuery())
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => withReauthentication(() => account.export.request.call()),
    onSuccess: (state) => queryClient.setQueryData(exportQuery().queryKey, state),
    onError: (error) => {
      if (isReauthenticationCancelled(error)) return
      notify.error(getErrorMessage(error))
      // Another tab may have requested the archive.
      void queryClient.invalidateQueries({ queryKey: exportQuery().queryKey })
    },
  })
  const place = useRef<HTMLDivElement>(null)
  useFocusFallback(place, data.state)
  const isWaiting = data.state === 'waiting'
  return (
    <div className={classNames('stack', styles.export)} ref={place}>
      <div className="row wrap">
        {data.state === 'ready' ? (
          <ReadyExport
            data={data}
            withReauthentication={withReauthentication}
            isReauthenticationCancelled={isReauthenticationCancelled}
          />
        ) : (
          <Button
            icon={Download}
            busy={isWaiting ? 'Preparing' : isPending && 'Asking'}
            onClick={() => mutate()}
          >
            Export my data
          </Button>
        )}
        <output className="small faint">
          <ExportText data={data} />
        </output>
      </div>
      {data.state === 'ready' && (
        <NextExportRequest data={data} busy={isPending} onRequest={() => mutate()} />
      )}
    </div>
  )
}

type ReadyProps = Reauthentication & { data: ExportState }

/** Follows the download link after the server has checked the session. */
function ReadyExport({ data, withReauthentication, isReauthenticationCancelled }: ReadyProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const isSeen = useRef(false)
  const queryClient = useQueryClient()
  const open = useMutation({
    mutationFn: () => withReauthentication(() => account.export.open.call()),
    onSuccess: () => {
      isSeen.current = true
      link.current?.click()
    },
    onError: (error) => {
      if (isReauthenticationCancelled(error)) return
      notify.error(getErrorMessage(error))
      // The archive may have expired since the page loaded.
      void queryClient.invalidateQueries({ queryKey: exportQuery().queryKey })
    },
  })
  return (
    <AnchorButton
      ref={link}
      variant="primary"
      icon={Download}
      href={data.href ?? undefined}
      download
      aria-busy={open.isPending || undefined}
      onClick={(event) => {
        // After a successful check, the code clicks the link a second time, and this click downloads the file.
        if (isSeen.current) isSeen.current = false
        else {
          event.preventDefault()
          if (!open.isPending) open.mutate()
        }
      }}
    >
      Download my data
    </AnchorButton>
  )
}

function ExportText({ data }: { data: ExportState }) {
  const zone = useReaderZone() ?? 'UTC'
  if (data.state === 'ready')
    return `${formatFileSize(data.bytes ?? 0)} of JSON, available until ${formatDate(data.expiresAt, zone)}.`
  const reach =
    data.emailedTo === null ? 'The link will appear here.' : `We’ll email the link to ${data.emailedTo}.`
  if (data.state === 'waiting') return `This takes about a minute. You can leave this page. ${reach}`
  const before =
    data.state === 'expired' ? `The last one was available until ${formatDate(data.expiresAt, zone)}. ` : ''
  return `${before}Takes about a minute. ${reach}`
}

type NextProps = { data: ExportState; busy: boolean; onRequest: () => void }

/** Shows when the person may request the next archive; they may request one a day. */
function NextExportRequest({ data: { nextRequestAt }, busy, onRequest }: NextProps) {
  const zone = useReaderZone() ?? 'UTC'
  if (nextRequestAt !== null)
    return (
      <p className="small faint">
        You can request a new one on {formatShortDay(nextRequestAt, zone)} at{' '}
        {formatClock(nextRequestAt, zone)}.
      </p>
    )
  return (
    <p className="small faint">
      Need a newer copy?{' '}
      <Button variant="ghost" size="sm" busy={busy && 'Asking'} onClick={onRequest}>
        Request a new one
      </Button>
    </p>
  )
}

function formatDate(moment: string | null, zone: string): string {
  return moment === null ? '' : formatShortDate(moment, zone)
}
