// A page with nothing but a list, whose rows a test sets. It runs in a browser, so it is not checked with this folder.
import { signal } from '@preact/signals';
import { h, render } from 'preact';
import { LongList } from '../../../src/dashboard/parts/long-list.tsx';

const rows = signal([]);
Object.assign(globalThis, {
  showRows(first, end, without = []) {
    const all = Array.from({ length: end - first }, (_, index) => first + index);
    rows.value = all.filter((row) => !without.includes(row));
  },
});

function TestPage() {
  return h(LongList, {
    label: 'Numbers',
    rows: rows.value,
    rowHeight: 40,
    getKey: String,
    renderRow: (row) => h('button', { type: 'button' }, `Row ${row}`),
  });
}

render(h(TestPage), document.body);
