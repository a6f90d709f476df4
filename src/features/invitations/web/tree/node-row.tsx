import { ChevronRight, KeyRound, UserX } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Avatar } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { Icon } from '~/design/icon'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatCount } from '~/lib/count'
import type { TreeNode } from '../../contract-tree'
import { formatDateLabel } from '~/lib/format-day'
import type { TreeState } from './tree-state'
import styles from './tree.module.css'

type NodeRowProps = {
  node: TreeNode
  /** Number of active people below; undefined until it is loaded. */
  active: number | undefined
  level: number
  tree: TreeState
  /** When the data was loaded, in ms since 1970. */
  now: number
  startsOpen: boolean
  below: () => ReactNode
}
type PersonNode = Extract<TreeNode, { kind: 'person' }>

export function NodeRow({ node, active, level, tree, now, startsOpen, below }: NodeRowProps) {
  if (node.kind === 'openCodes') {
    const text = node.count === 1 ? '1 open code' : `${formatCount(node.count)} open codes`
    return (
      <TreeItem id={node.id} kind="codes" name={text} level={level} tree={tree}>
        <span className={styles.name}>
          <PlaceholderIcon icon={KeyRound} />
          <b className="bold">{text}</b>
        </span>{' '}
        <Badge tone="orange">pending</Badge>
      </TreeItem>
    )
  }
  const opens = node.invited > 0 || (node.kind === 'person' && node.openCodes > 0)
  const isOpen = opens && tree.isOpen(node.id, startsOpen)
  const common = { id: node.id, level, tree, below, ...(opens && { isOpen }) }
  if (node.kind === 'deleted')
    return (
      <TreeItem kind="deleted" name="Deleted account" {...common}>
        <span className={styles.name}>
          <PlaceholderIcon icon={UserX} />
          <b className="bold">Deleted account</b>
        </span>{' '}
        <Badge tone="outline">deleted</Badge>
      </TreeItem>
    )
  return (
    <TreeItem kind="person" name={node.name} {...common}>
      <span className={styles.name}>
        <Avatar id={node.id} name={node.name} imageUrl={node.avatarUrl} size={32} />
        <b className="bold">{node.name}</b>
      </span>{' '}
      <PersonBadges node={node} active={active} now={now} />
    </TreeItem>
  )
}

/** Row of a person on the path to the searched person. Their page isn’t loaded yet, so only their name is known. */
export function PinnedRow(props: Omit<ItemProps, 'kind' | 'children' | 'isOpen'>) {
  const { id, name, tree } = props
  return (
    <TreeItem {...props} kind="person" isOpen={tree.isOpen(id, false)}>
      <span className={styles.name}>
        <Avatar id={id} name={name} size={32} />
        <b className="bold">{name}</b>
      </span>
    </TreeItem>
  )
}

function PersonBadges({ node, active, now }: Pick<NodeRowProps, 'active' | 'now'> & { node: PersonNode }) {
  const zone = useReaderZone() ?? 'UTC'
  if (node.isAdmin) return <Badge>admin</Badge>
  return (
    <>
      {node.state === 'suspended' ? (
        <Badge tone="red">
          suspended
          {node.suspendedUntil !== null && ` until ${formatDateLabel(node.suspendedUntil, now, zone)}`}
        </Badge>
      ) : (
        node.invited === 0 && (
          <Badge tone={node.state === 'quiet' ? 'outline' : 'neutral'}>{node.state}</Badge>
        )
      )}{' '}
      {active !== undefined && <Badge>{formatCount(active)} active</Badge>}{' '}
      {node.isPaused && <Badge tone="orange">codes paused</Badge>}
    </>
  )
}

function PlaceholderIcon({ icon }: { icon: typeof UserX }) {
  return (
    <span className={styles.icon} aria-hidden="true">
      <Icon of={icon} />
    </span>
  )
}

type ItemProps = {
  id: string
  kind: 'person' | 'deleted' | 'codes'
  name: string
  level: number
  tree: TreeState
  isOpen?: boolean | undefined
  below?: (() => ReactNode) | undefined
  children: ReactNode
}

// Children of a tree item need the role `group`; <fieldset> and similar elements are not lists.
const asGroup = { role: 'group' } as const

function TreeItem({ id, kind, name, level, tree, isOpen, below, children }: ItemProps) {
  const item = useRef<HTMLSpanElement>(null)
  const isSelected = kind === 'person' && tree.selected === id
  const isSought = kind !== 'codes' && tree.sought === id
  const isOnPath = kind !== 'codes' && tree.path.some((step) => step.id === id)
  const { onFound } = tree
  useEffect(() => {
    if (!isSought) return
    item.current?.scrollIntoView({ block: 'center' })
    item.current?.focus({ preventScroll: true })
    onFound()
  }, [isSought, onFound])
  // Only the line is the tree item, so its accessible name leaves out the people below. aria-level gives its depth.
  return (
    <li role="none">
      <span
        ref={item}
        role="treeitem"
        aria-level={level}
        aria-expanded={isOpen}
        aria-selected={isSelected}
        tabIndex={-1}
        data-id={id}
        data-kind={kind}
        data-name={name}
        data-on-path={isOnPath || undefined}
        className={styles.node}
      >
        {children}
        {isOpen !== undefined && (
          <span className={styles.toggle} data-toggle aria-hidden="true">
            <Icon of={ChevronRight} />
          </span>
        )}
      </span>
      {isOpen === true && <ul {...asGroup}>{below?.()}</ul>}
    </li>
  )
}
