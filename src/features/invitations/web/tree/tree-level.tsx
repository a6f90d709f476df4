import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { Skeleton } from '~/design/skeleton'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { TreeNode } from '../../contract-tree'
import { activeCountsQuery, childrenQuery } from '../queries'
import { NodeRow, PinnedRow } from './node-row'
import type { TreeState } from './tree-state'
import styles from './tree.module.css'

// In a small tree, this many levels start expanded. In a large tree only the first branch does.
const OPEN_LEVELS = 3
const FEW = 8

type TreeLevelProps = {
  parentId: string | null
  level: number
  tree: TreeState
}

/** Lists the people a person invited. On the path to a searched person, shows the next node before its page is loaded. */
export function TreeLevel({ parentId, level, tree }: TreeLevelProps) {
  const list = useInfiniteQuery(childrenQuery(parentId))
  const nodes = list.data?.pages.flatMap((page) => page.nodes)
  const active = useActiveCounts(list.data?.pages)
  const isOnPath = parentId === (tree.path[level - 2]?.id ?? null)
  const next = isOnPath ? tree.path[level - 1] : undefined
  const pinned = next && nodes && !nodes.some(({ id, kind }) => kind !== 'openCodes' && id === next.id)
  // Only a small tree starts expanded, because each expanded node needs a request.
  const isSmall = nodes !== undefined && nodes.length <= FEW
  const renderBelow = (id: string) => () => <TreeLevel parentId={id} level={level + 1} tree={tree} />
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
          below={renderBelow(node.id)}
        />
      ))}
      {pinned && (
        <PinnedRow
          id={next.id}
          name={next.name ?? 'Deleted account'}
          level={level}
          tree={tree}
          below={renderBelow(next.id)}
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
            {/* The tree item handles keyboard input, and the tree clicks this button. */}
            <button
              type="button"
              tabIndex={-1}
              className="muted"
              onClick={() => void (list.isError ? list.refetch() : list.fetchNextPage())}
            >
              {list.isError && `${getErrorMessage(list.error)} Press to try again.`}
              {!list.isError && (list.isFetchingNextPage ? 'Loading' : 'Show more')}
            </button>
          </span>
        </li>
      )}
    </>
  )
}

/** Loads the number of active people below each person after each page of rows. */
function useActiveCounts(pages: readonly { nodes: readonly TreeNode[] }[] = []): Map<string, number> {
  const idsByPage = pages
    .map(({ nodes }) =>
      nodes.flatMap((node) => (node.kind === 'person' && node.invited > 0 ? [node.id] : [])),
    )
    .filter((ids) => ids.length > 0)
  const results = useQueries({ queries: idsByPage.map((ids) => activeCountsQuery(ids)) })
  return new Map(results.flatMap(({ data = [] }) => data.map((person) => [person.id, person.active])))
}
