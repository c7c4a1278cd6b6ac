import type { DatedPost } from './calendar-records.ts';

let dragged: DatedPost | null = null;

/** The handlers of a post that can be dragged. */
export function giveDrags(post: DatedPost) {
  return {
    draggable: true,
    onDragStart({ dataTransfer }: DragEvent) {
      dragged = post;
      if (dataTransfer === null) return;
      dataTransfer.effectAllowed = 'move';
      // some browsers drag nothing without it
      dataTransfer.setData('text/plain', '');
    },
    onDragEnd() {
      dragged = null;
    },
  };
}

/** The handlers of a place on which a post of the calendar can be dropped; other things that are dragged are refused. */
export function takeDrops(onDropped: (post: DatedPost) => void) {
  const mark = (event: DragEvent, isOver: boolean) =>
    event.currentTarget instanceof Element && event.currentTarget.classList.toggle('over', isOver);
  return {
    onDragOver(event: DragEvent) {
      if (dragged === null) return;
      event.preventDefault();
      mark(event, true);
    },
    onDragLeave: (event: DragEvent) => mark(event, false),
    onDrop(event: DragEvent) {
      mark(event, false);
      if (dragged === null) return;
      event.preventDefault();
      onDropped(dragged);
      dragged = null;
    },
  };
}
