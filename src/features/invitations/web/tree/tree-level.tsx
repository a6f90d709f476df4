import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { Skeleton } from '~/design/skeleton'
import { errorMessage } from '~/platform/rpc/errors'
import type { TreeNode } from '../../contract-tree'
import { activeQuery, childrenQuery } from '../queries'
import { NodeRow, PinnedRow } from './node-row'
import type { TreeState } from './tree-state'
import styles from './tree.module.css'

// A small tree is open; of a large one only the first branch.
const OPEN_LEVELS = 3
const FEW = 8

type TreeLevelProps = {
  parentId: string | null
  /** 1 for members who were invited by no one. */
  level: number
  tree: TreeState
}

/** The people one person invited. On the path to a person who is looked for, the next one is shown before their page is loaded. */
export function TreeLevel({ parentId, level, tree }: TreeLevelProps) {
  const list = useInfiniteQuery(childrenQuery(parentId))
  const nodes = list.data?.pages.flatMap((page) => page.nodes)
  const active = useActive(list.data?.pages)
  const isOnWay = parentId === (tree.path[level - 2]?.id ?? null)
  const next = isOnWay ? tree.path[level - 1] : undefined
  const pinned = next && nodes && !nodes.some(({ id, kind }) => kind !== 'openCodes' && id === next.id)
  // A large tree would need as many requests.
  const isSmall = nodes !== undefined && nodes.length <= FEW
  const below = (id: string) => () => <TreeLevel parentId={id} level={level + 1} tree={tree} />
  return (
    <>
      {nodes?.map((node, place) => (
        <NodeRow
          key={`${node.kind} ${node.id}`}
          node={node}
          active={active.get(node.id)}
          level={level}
          tree={tree}
          now={list.dataUpdatedAt}
          startsOpen={level <= OPEN_LEVELS && (isSmall || (level === 1 && place === 0))}
          below={below(node.id)}
        />
      ))}
      {pinned && (
        <PinnedRow
          id={next.id}
          name={next.name ?? 'Deleted account'}
          level={level}
          tree={tree}
          below={below(next.id)}
        />
      )}
      {list.isPending && (
        <li role="none">
          <span className={styles.node}>
            <Skeleton width="12rem" height="1.5rem" />
          </span>
        </li>
      )}
      {(list.hasNextPage || list.isError) && (
        <li role="none">
          <span
            role="treeitem"
            aria-level={level}
            aria-selected="false"
            tabIndex={-1}
            data-kind="more"
            data-name="Show more"
            className={styles.node}
          >
            {/* Keys belong to the whole item: the tree presses this for them. */}
            <button
              type="button"
              tabIndex={-1}
              className="muted"
              onClick={() => void (list.isError ? list.refetch() : list.fetchNextPage())}
            >
              {list.isError && `${errorMessage(list.error)} Press to try again.`}
              {!list.isError && (list.isFetchingNextPage ? 'Loading' : 'Show more')}
            </button>
          </span>
        </li>
      )}
    </>
  )
}

/** How many invited people of each person are active, loaded after each page of rows. */
function useActive(pages: readonly { nodes: readonly TreeNode[] }[] = []): Map<string, number> {
  const asked = pages
    .map(({ nodes }) => nodes.flatMap((node) => (node.kind === 'person' && node.letIn > 0 ? [node.id] : [])))
    .filter((ids) => ids.length > 0)
  const answers = useQueries({ queries: asked.map((ids) => activeQuery(ids)) })
  return new Map(answers.flatMap(({ data = [] }) => data.map((one) => [one.id, one.active])))
}
