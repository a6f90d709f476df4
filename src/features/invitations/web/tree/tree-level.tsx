import { useInfiniteQuery } from '@tanstack/react-query'
import { Skeleton } from '~/design/skeleton'
import { errorMessage } from '~/platform/rpc/errors'
import { childrenQuery } from '../queries'
import type { TreeState } from './member-tree'
import { NodeRow, PinnedRow } from './node-row'

// A small tree lies open; of a large one, whom the first let in.
const OPEN_LEVELS = 3
const FEW = 8

type TreeLevelProps = {
  parentId: string | null
  /** 1 for whoever was let in by nobody. */
  level: number
  tree: TreeState
}

/** Whom one person let in. On the way to somebody who is looked for, the next one stands here though their page was not read. */
export function TreeLevel({ parentId, level, tree }: TreeLevelProps) {
  const list = useInfiniteQuery(childrenQuery(parentId))
  const nodes = list.data?.pages.flatMap((page) => page.nodes)
  const next = parentId === (tree.path[level - 2]?.id ?? null) ? tree.path[level - 1] : undefined
  const pinned = next && nodes && !nodes.some(({ id, kind }) => kind !== 'openCodes' && id === next.id)
  // A large tree would be as many questions at once.
  const isSmall = nodes !== undefined && nodes.length <= FEW
  return (
    <>
      {nodes?.map((node, place) => (
        <NodeRow
          key={`${node.kind} ${node.id}`}
          node={node}
          level={level}
          tree={tree}
          startsOpen={level <= OPEN_LEVELS && (isSmall || (level === 1 && place === 0))}
        />
      ))}
      {pinned && <PinnedRow id={next.id} name={next.name ?? 'Deleted account'} level={level} tree={tree} />}
      {list.isPending && (
        <li role="none" aria-busy="true">
          <span className="nd">
            <Skeleton width="12rem" height="1.5rem" />
          </span>
        </li>
      )}
      {(list.hasNextPage || list.isError) && (
        <li
          role="treeitem"
          aria-level={level}
          aria-selected="false"
          tabIndex={-1}
          data-more={parentId ?? ''}
          data-name="Show more"
          // The tree hears presses and keys of all its items; what this one does is its own.
          onClick={(event) => {
            event.stopPropagation()
            void (list.isError ? list.refetch() : list.fetchNextPage())
          }}
        >
          <span className="nd m2">
            {list.isError
              ? `${errorMessage(list.error)} Press to try again.`
              : list.isFetchingNextPage
                ? 'Loading'
                : 'Show more'}
          </span>
        </li>
      )}
    </>
  )
}
