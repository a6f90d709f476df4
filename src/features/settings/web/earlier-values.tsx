import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '~/design/button'
import { Drawer } from '~/design/drawer'
import { Note } from '~/design/note'
import { ShowMore } from '~/design/show-more'
import { Skeleton } from '~/design/skeleton'
import { notify } from '~/design/toast'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { PastChange } from '../contract-admin'
import { SETTING_LABELS, describeSettingChange } from '../rules/setting-labels'
import { formatTypedSetting } from '../rules/typed-setting'
import { earlierValuesQuery } from './queries'
import type { SettingsForm } from './use-settings-form'
import styles from './settings-page.module.css'

/** Lists past changes, newest first. A value can be restored into its field and saved from there. */
export function EarlierValues({ form }: { form: SettingsForm }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        Restore a value
      </button>
      <Drawer
        side="right"
        className={styles.earlier}
        label="Earlier values"
        title={<h2 className="title-2">Earlier values</h2>}
        open={isOpen}
        onOpenChange={setOpen}
      >
        {isOpen && <EarlierValuesList form={form} onDone={() => setOpen(false)} />}
      </Drawer>
    </>
  )
}

function EarlierValuesList({ form, onDone }: { form: SettingsForm; onDone: () => void }) {
  const zone = useReaderZone() ?? 'UTC'
  const list = useInfiniteQuery(earlierValuesQuery())
  const { data, error, refetch } = list
  if (error)
    return (
      <Note tone="red" role="alert">
        <p>{getErrorMessage(error)}</p>
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </Note>
    )
  if (!data) return <Skeleton style={{ height: '14rem' }} />
  const changes = data.pages.flatMap((page) => page.changes)
  if (changes.length === 0) return <p className="muted">No changes yet.</p>
  const putBack = ({ key, from }: PastChange) => {
    form.type(key, formatTypedSetting(key, from))
    notify.info(`Restored ${SETTING_LABELS[key]} in its field. Save to apply it.`)
    onDone()
  }
  return (
    <>
      <ul className="row-list">
        {changes.map((change) => (
          <li key={change.id}>
            <span>
              {describeSettingChange(change.key, change.from, change.to)}
              <br />
              <span className="small muted">
                {change.by ?? 'Deleted account'}, {formatShort(change.at, zone)}
              </span>
            </span>
            {change.from === form.settings.values[change.key] ? (
              <span className="small faint end plain-weight">Current value</span>
            ) : (
              <Button
                size="sm"
                className="end"
                aria-label={`Restore ${SETTING_LABELS[change.key]} as before ${formatShort(change.at, zone)}`}
                onClick={() => putBack(change)}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ShowMore list={list}>Show earlier changes</ShowMore>
    </>
  )
}
