import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Plus, CircleStop, Ellipsis, Link, PenLine, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '~/design/button'
import { Table } from '~/design/table'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { Menu } from '~/design/menu'
import { IconButton } from '~/design/icon-button'
import type { PromoBoard, PromoRow as Promo } from '../../contract-types'
import { formatDiscount } from '../../rules/promo-code'
import { ordersClient } from '../queries'
import { FixedFields } from './fixed-fields'
import { PromoDialog } from './promo-dialog'
import { formatValidity, formatUse } from './format-promo'
import type { SectionProps } from './save-report'
import { promoBoardQuery } from './type-queries'
import { copyCodeLink } from './copy-code-link'
import styles from './ticket-types.module.css'

/** Shows the promo codes to members who may manage money; nothing to others. */
export function PromoSection(props: SectionProps) {
  return props.acts.includes('money') ? <PromoCodes {...props} /> : null
}

function PromoCodes({ eventId, timezone, currency, isFixed = false, onSaving }: SectionProps) {
  const titleId = useId()
  const queryClient = useQueryClient()
  const query = promoBoardQuery(eventId)
  const { data } = useSuspenseQuery(query)
  const [edited, setEdited] = useState<Promo | 'new'>()
  const put = (board: PromoBoard) => {
    queryClient.setQueryData(query.queryKey, board)
    onSaving?.({ part: 'promo', state: 'saved' })
  }
  const act = async (request: Promise<PromoBoard>): Promise<boolean> => {
    onSaving?.({ part: 'promo', state: 'saving' })
    try {
      put(await request)
      return true
    } catch (error) {
      notify.error(getErrorMessage(error))
      onSaving?.({ part: 'promo', state: 'saved' })
      void queryClient.invalidateQueries({ queryKey: query.queryKey })
      return false
    }
  }
  const stop = async ({ id, code, startsAt, endsAt }: Promo) => {
    if (!(await act(ordersClient.promo.stop.call({ id })))) return
    notify.success(`${code} is stopped.`, {
      action: {
        label: 'Undo',
        onClick: () => void act(ordersClient.promo.save.call({ id, changes: { startsAt, endsAt } })),
      },
    })
  }
  const remove = async ({
    id,
    code,
    percent,
    amountCents,
    useLimit,
    customerLimit,
    startsAt,
    endsAt,
  }: Promo) => {
    if (!(await act(ordersClient.promo.remove.call({ id })))) return
    const removed = { code, percent, amountCents, useLimit, customerLimit, startsAt, endsAt }
    notify.success(`${code} is removed.`, {
      action: {
        label: 'Undo',
        onClick: () => void act(ordersClient.promo.add.call({ eventId, ...removed })),
      },
    })
  }
  return (
    <section id="promo" aria-labelledby={titleId}>
      <h2 className="title-2" id={titleId}>
        Promo codes
      </h2>
      {data.codes.length === 0 ? (
        <p className="muted">
          {isFixed ? 'No codes.' : 'No promo codes yet. A code takes a percentage or an amount off an order.'}
        </p>
      ) : (
        <FixedFields isFixed={isFixed} label="Promo codes">
          <Table
            label="All codes"
            stacked
            className={styles.promoCodes}
            columns={['Code', 'Discount', 'Used', 'Until', { label: 'Actions', isHidden: true }]}
          >
            {data.codes.map((promo) => (
              <tr key={promo.id}>
                <td>
                  <b className="code">{promo.code}</b>
                </td>
                <td>{formatDiscount(promo, currency)}</td>
                <td className="muted">{formatUse(promo)}</td>
                <td className="muted">{formatValidity(promo, timezone)}</td>
                <td>
                  <PromoMenu
                    promo={promo}
                    eventId={eventId}
                    onEdit={() => setEdited(promo)}
                    onStop={() => void stop(promo)}
                    onRemove={() => void remove(promo)}
                  />
                </td>
              </tr>
            ))}
          </Table>
        </FixedFields>
      )}
      {!isFixed && (
        <Button
          variant="outline"
          size="sm"
          icon={Plus}
          className={styles.add}
          onClick={() => setEdited('new')}
        >
          Add a promo code
        </Button>
      )}
      {edited !== undefined && !isFixed && (
        <PromoDialog
          key={edited === 'new' ? 'new' : edited.id}
          eventId={eventId}
          timezone={timezone}
          currency={currency}
          promo={edited === 'new' ? undefined : edited}
          onSaved={put}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  )
}

function PromoMenu(props: {
  promo: Promo
  eventId: string
  onEdit: () => void
  onStop: () => void
  onRemove: () => void
}) {
  const { promo, eventId, onEdit, onStop, onRemove } = props
  return (
    <Menu
      trigger={<IconButton size="sm" label={`More for ${promo.code}`} icon={Ellipsis} tooltip={false} />}
      items={[
        { label: 'Edit', icon: PenLine, onSelect: onEdit },
        { label: 'Copy link', icon: Link, onSelect: () => copyCodeLink(eventId, promo.code) },
        { label: 'Stop', icon: CircleStop, disabled: promo.state === 'over', onSelect: onStop },
        { separator: 'remove' },
        {
          label: promo.canBeRemoved ? 'Remove' : 'Already used, so it can’t be removed',
          icon: Trash2,
          danger: promo.canBeRemoved,
          disabled: !promo.canBeRemoved,
          onSelect: onRemove,
        },
      ]}
    />
  )
}
