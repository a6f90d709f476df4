import { ORPCError } from '@orpc/client'
import { useState } from 'react'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import type { EventDraft } from '../../../contract-dashboard'
import { events } from '../../queries'
import { goTo } from './section-list'
import { sectionOf } from './sections'
import { fieldsOf } from './event-values'
import type { EventEditor } from './use-event-editor'

type Remarks = EventDraft['missing']

/** Publishes and unpublishes; lists what is missing, with links to the sections. */
export function usePublishing(draft: EventDraft, editor: EventEditor, onOpenPage: () => void) {
  const [busy, setBusy] = useState<'Publishing' | 'Unpublishing'>()
  const [missing, setMissing] = useState<Remarks>([])
  const { id } = draft

  async function publish(): Promise<void> {
    setBusy('Publishing')
    const isSaved = await editor.flush()
    const [faulty] = fieldsOf(editor.saving.unsaved)
    if (!isSaved) {
      setBusy(undefined)
      notify.error('Not published: some changes are not saved yet.')
      if (faulty) goTo(sectionOf(faulty))
      return
    }
    try {
      await editor.act((version) => events.dashboard.publish.call({ id, version }))
      setMissing([])
      notify.success('Published', { action: { label: 'Open page', onClick: onOpenPage } })
    } catch (error) {
      const named = missingIn(error)
      if (named) setMissing(named)
      else notify.error(errorMessage(error))
    }
    setBusy(undefined)
  }

  async function unpublish(): Promise<void> {
    setBusy('Unpublishing')
    try {
      await editor.act((version) => events.dashboard.unpublish.call({ id, version }))
      notify.success('Unpublished. Only the team can see it.')
    } catch (error) {
      notify.error(errorMessage(error))
    }
    setBusy(undefined)
  }

  // Leaves out what was fixed meanwhile.
  const open = missing.filter(({ words }) => draft.missing.some((remark) => remark.words === words))
  return { busy, missing: draft.status === 'draft' ? open : [], publish, unpublish }
}

export type Publishing = ReturnType<typeof usePublishing>

function missingIn(error: unknown): Remarks | undefined {
  if (!(error instanceof ORPCError) || error.code !== 'INCOMPLETE') return undefined
  const data: { missing: Remarks } = error.data
  return data.missing
}
