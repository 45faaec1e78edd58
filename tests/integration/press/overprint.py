"""Counts the paths of a PDF by whether they overprint: black lines that do and do not, black fills, black
texts, and other colours that do."""

import pikepdf, sys
counts = dict(line_over=0, line_out=0, fill_over=0, fill_out=0, text_over=0, text_out=0, colour_over=0)
BLACK = [0, 0, 0, 1]
def walk(stream, resources, seen):
    own = stream.get('/Resources', resources)
    state = dict(k=BLACK, K=BLACK, op=False, OP=False)
    kept = []
    for operands, operator in pikepdf.parse_content_stream(stream):
        word = str(operator)
        if word == 'q': kept.append(dict(state))
        elif word == 'Q': state = kept.pop()
        elif word in 'kK': state[word] = [float(part) for part in operands]
        elif word in ('cs', 'scn'): state['k'] = None
        elif word in ('CS', 'SCN'): state['K'] = None
        elif word == 'gs':
            found = own.ExtGState[str(operands[0])]
            if '/OP' in found:
                state['OP'] = state['op'] = bool(found.OP)
                assert int(found.OPM) == 1
            if '/op' in found: state['op'] = bool(found.op)
        elif word == 'Do':
            form = own.XObject[str(operands[0])]
            assert not state['op'] and not state['OP'], 'a form begins in the state of its caller'
            if form.Subtype == '/Form': walk(form, own, seen)
        painted = []
        if word in ('f', 'f*', 'B', 'B*'): painted.append(('fill', 'k', 'op'))
        if word in ('S', 'B', 'B*'): painted.append(('line', 'K', 'OP'))
        if word in ('Tj', 'TJ'): painted.append(('text', 'k', 'op'))
        for what, ink, over in painted:
            if state[ink] == BLACK: counts[what + ('_over' if state[over] else '_out')] += 1
            elif state[over]: counts['colour_over'] += 1
        if word in ('B', 'B*'): assert state['op'] == state['OP'], 'one operator for two kinds'
pdf = pikepdf.open(sys.argv[1])
for page in pdf.pages: walk(page, page.Resources, set())
print(*counts.values())
