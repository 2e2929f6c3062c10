package oplog

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// read calls replay for each whole record of a file with so many bytes and tells
// where they end.
func read(file io.ReaderAt, size int64, replay func(Record) error) (Tail, error) {
	in := bufio.NewReaderSize(io.NewSectionReader(file, 0, size), 1<<18)
	first := make([]byte, min(int64(len(magic)), size))
	if _, err := io.ReadFull(in, first); err != nil {
		return Tail{}, err
	}
	if !strings.HasPrefix(magic, string(first)) && !strings.HasPrefix(magicOfRequests, string(first)) {
		return Tail{}, errors.New("this file is no operation log")
	}
	if len(first) < len(magic) {
		return Tail{Bytes: size}, nil
	}
	at := int64(len(magic))
	for at < size {
		content, err := next(in, size-at)
		if err == errTorn {
			return Tail{Offset: at, Bytes: size - at}, checkTorn(file, at, size)
		}
		if err != nil {
			return Tail{}, err
		}
		if err := replayOne(content, replay); err != nil {
			return Tail{}, fmt.Errorf("record at byte %d: %w", at, err)
		}
		at += frameBytes + int64(len(content))
	}
	return Tail{Offset: at}, nil
}

func replayOne(content []byte, replay func(Record) error) error {
	r, err := parseRecord(content)
	if err != nil {
		return err
	}
	return replay(r)
}

// errTorn says that no whole record follows.
var errTorn = errors.New("incomplete record")

// next reads the content of the next record out of what is left of the file.
func next(in *bufio.Reader, left int64) ([]byte, error) {
	if left < frameBytes {
		return nil, errTorn
	}
	var frame [frameBytes]byte
	if _, err := io.ReadFull(in, frame[:]); err != nil {
		return nil, err
	}
	length := int64(binary.LittleEndian.Uint32(frame[:]))
	if length < fixedBytes || length > MaxRecord || length > left-frameBytes {
		return nil, errTorn
	}
	content := make([]byte, length)
	if _, err := io.ReadFull(in, content); err != nil {
		return nil, err
	}
	if crc32.Checksum(content, castagnoli) != binary.LittleEndian.Uint32(frame[4:]) {
		return nil, errTorn
	}
	return content, nil
}

// checkTorn tells the end of a write that did not end from damage in the
// middle: behind that, whole records follow, which nobody may throw away.
func checkTorn(file io.ReaderAt, at, size int64) error {
	var frame [frameBytes]byte
	if _, err := file.ReadAt(frame[:], at); err != nil {
		return nil // not even the frame is whole
	}
	length := int64(binary.LittleEndian.Uint32(frame[:]))
	behind := at + frameBytes + length
	if length > MaxRecord || behind >= size {
		return nil
	}
	in := bufio.NewReader(io.NewSectionReader(file, behind, size-behind))
	if _, err := next(in, size-behind); err != nil {
		return nil
	}
	return fmt.Errorf("the record at byte %d is damaged and others follow it: restore the file from a copy, or cut it there to lose them", at)
}

// syncFolder makes the name of a new file last.
func syncFolder(name string) error {
	folder, err := os.Open(filepath.Dir(name))
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := folder.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !os.IsPermission(err) {
		return err
	}
	return nil
}
